import type { Sql } from '../../sql/sql.ts'
import type { Model } from '../Model.ts'
import type { Models } from '../Models.ts'

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

/** Everything the service knows about one type of field. Other code asks this and does not look at the type's name. */
export interface FieldType<F extends CommonField> {
  /** The options it takes beside the common ones. */
  readonly options: readonly string[]
  /** Common options that make no sense for it. */
  readonly without?: readonly (keyof CommonOptions<unknown>)[]
  /** Whether a client sets it. Where not, a value sent is ignored. */
  readonly writable: boolean
  /** Mistakes in the declaration beyond those common to all types; each says what to write instead. */
  check?(field: F, model: Model, findModel: (name: string) => Model | undefined): string[]
  /** Reads a value that is not null. */
  read(value: unknown, field: F, models: Models): Reading
  /** Reads a value to compare with, where that may be more than a record may hold. */
  readOperand?(value: unknown, field: F, models: Models): Reading
  /** The column's type, as PostgreSQL itself spells it. */
  columnType(field: F): string
  /** What PostgreSQL checks besides, as a condition over the column. */
  constraint?(field: F, column: Sql): Sql | undefined
  /** The expression of a generated column. */
  generated?(field: F, model: Model): Sql
  /** The value as it appears in JSON. */
  toJson(field: F, column: Sql, context: JsonContext): Sql
  /** The value alone, where its JSON shows more than that. */
  toPlain?(field: F, column: Sql): Sql
}

/** What a type needs that shows a record of another model in its JSON. */
export interface JsonContext {
  /** The record of a model that a column refers to, as far as it is to be shown. */
  referredJson(target: string, column: Sql): Sql
}
