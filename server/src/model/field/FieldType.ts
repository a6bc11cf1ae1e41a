import type { Sql } from '../../sql/sql.ts'
import type { Model } from '../Model.ts'
import type { Models } from '../Models.ts'
import type { Field } from './Field.ts'
import type { Traits } from './traits.ts'

/** What every field has, whatever its type. */
export interface CommonField {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly default?: unknown
  /** The name that the field had before, where it was renamed. */
  readonly was?: string
}

/** The options that every declaration may give. */
export interface CommonOptions<Value> {
  /** A record cannot be kept without a value for it. */
  required?: boolean
  /** No two records may have the same value. */
  unique?: boolean
  /** Finding by it is frequent: an index is kept. */
  indexed?: boolean
  /** The value of a record that was created without one. */
  default?: Value
  /** Its name for people; made from the field's name where absent. */
  label?: string
  /** A sentence for people who fill it in. */
  help?: string
  /** Its name before it was renamed, so that the schema planner renames the column and loses nothing. */
  was?: string
}

/** A value as its column takes it. */
export type ColumnValue = string | number | boolean | null

/** A value sent by a client: fit for the column, or what is wrong with it. */
export type Reading = { readonly value: ColumnValue } | { readonly fault: string }

/**
 * Everything the service knows about one type of field. Other code asks this and does not compare the type's name; only
 * references are recognised by name, since they are structure: they lead to other records.
 */
export interface FieldType<F extends CommonField> extends Traits {
  /** The options it takes beside the common ones. */
  readonly options: readonly string[]
  /** Common options that make no sense for it. */
  readonly without?: readonly (keyof CommonOptions<unknown>)[]
  /** Whether a client sets it. Where not, a value sent is ignored. */
  readonly writable: boolean
  /** Mistakes in the declaration beyond those common to all types; each says what to write instead. */
  check?(field: F, model: Model, findModel: (name: string) => Model | undefined, findType: FindType): string[]
  /** Reads a value that is not null. */
  read(value: unknown, field: F, models: Models): Reading
  /** Reads a value to compare with, where that may be more than a record may hold. */
  parseOperand?(value: unknown, field: F, models: Models): Reading
  /** The column's type, as PostgreSQL itself spells it. */
  columnType(field: F): string
  /** What PostgreSQL checks besides, as a condition over the column. */
  constraint?(field: F, column: Sql): Sql | undefined
  /** What a generated column is made of: the template that the schema remembers, and the expression. */
  generated?(field: F, model: Model, findType: FindType): { readonly template: string; readonly expression: Sql }
  /** How values of other columns become values of its column, and the reverse; by both kinds, such as `text → date`. */
  readonly conversions?: Readonly<Record<string, Convert>>
  /** The most characters that a value takes in an entry of an index; absent for the few bytes of a number or a date. */
  indexLength?(field: F, model: Model, findType: FindType): number
  /** How a computed field shows it. Absent where PostgreSQL cannot make the text without looking at a setting. */
  readonly inTemplate?: { toText(column: Sql): Sql; maxLength(field: F): number }
  /**
   * The most bytes that its JSON takes, that of a reference without the record it leads to; Infinity where nothing
   * limits them.
   */
  jsonLength(field: F, model: Model, findType: FindType): number
  /** The value as it appears in JSON. */
  toJson(field: F, column: Sql, context: JsonContext): Sql
  /** The value alone, where its JSON shows more than that. */
  toPlain?(field: F, column: Sql): Sql
  /** A value read for the column as the journal keeps it, where the two differ. */
  fromColumn?(value: ColumnValue): unknown
  /** A value of the journal, which is not null, as a client sends it, where the two differ. */
  toSent?(plain: unknown): unknown
  /** The present moment, fit to be compared with the column. Absent where `$now` makes no sense. */
  readonly now?: Sql
  /** Whether its values can be ids of that model's records. */
  holdsIdsOf?(field: F, model: string): boolean
  /** The field as it is described to callers who may not know all models and fields; absent where it names none. */
  toKnown?(field: F, isKnown: { model(name: string): boolean; field(name: string): boolean }): object
}

/** The type of another field, which a type cannot look up itself: the table of types imports all of them. */
export type FindType = (field: Field) => FieldType<Field> | undefined

/** Makes the conversion from one column type to another; it is given both as PostgreSQL spells them. */
export type Convert = (from: string, to: string) => Conversion

/** How the values of a column become values of another type. */
export interface Conversion {
  readonly using: (column: Sql) => Sql
  /** `false` where PostgreSQL need not write the table anew. */
  readonly rewrites?: false
  /** What is lost of the values, where anything is. */
  readonly loses?: string
  /** The condition under which a value has no counterpart, so that the change is refused. */
  readonly unfit?: (column: Sql) => Sql
}

/** What a type needs that shows a record of another model in its JSON. */
export interface JsonContext {
  /** The record of a model that a column refers to, as far as it is to be shown. */
  referredJson(target: string, column: Sql): Sql
}
