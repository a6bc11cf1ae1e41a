import type { Expression } from '../../expression/Expression.ts'
import type { TypeOfValue } from '../../expression/Typed.ts'
import type { Sql } from '../../sql/sql.ts'
import type { Words } from '../../text/words.ts'
import type { Model } from '../Model.ts'
import type { Models } from '../Models.ts'
import type { Adaptation, Convert } from './Conversion.ts'
import type { Field } from './Field.ts'
import type { IncrementRules } from './IncrementRules.ts'
import type { Schema, SchemaContext } from './Schema.ts'
import type { Series } from './series/Series.ts'
import type { Traits } from './traits.ts'
import type { View } from './views.ts'

/** The members that fields of all types have. */
export interface CommonField {
  readonly name: string
  readonly label: Words
  readonly help?: Words
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly default?: unknown
  /** The value of records that were there before the field. */
  readonly fill?: Expression
  /** How a console shows the values. */
  readonly view?: View
  /** Which records forms show the field for; all if absent. Of a series: which records get a number. */
  readonly when?: object | string
  /** Which records must have a value. */
  readonly requiredWhen?: object | string
  /** The former name of a renamed field. */
  readonly was?: string
}

/** The options of all field declarations. */
export interface CommonOptions<Value> {
  /** A record must have a value. */
  required?: boolean
  /** No two records can have the same value. */
  unique?: boolean
  /** The field gets an index, for frequent searches. */
  indexed?: boolean
  /** The value of a record that is created without one. An expression is computed when the record is created. */
  default?: Value | Expression
  /** The value of records that are there when the field is added, from their other fields. */
  fill?: Expression
  /** The name shown to people; derived from the field's name if absent. */
  label?: Words
  /** A sentence for people who enter a value. */
  help?: Words
  /** How a console shows the values: `view: 'money'`. */
  view?: View
  /** Forms show the field while this is true: criteria, or an expression such as `status != 'draft'`. */
  when?: object | string
  /** A record must have a value if this is true: criteria, or an expression such as `status = 'placed'`. */
  requiredWhen?: object | string
  /** The former name of a renamed field. The schema planner then renames the column, and no data is lost. */
  was?: string
}

/** A value in the form for its column. */
export type ColumnValue = string | number | boolean | null

/** The result of reading a client's value: the value for the column, or what is wrong with it. */
export type Reading = { readonly value: ColumnValue } | { readonly fault: string }

/**
 * Everything the service knows about one type of field. Other code uses this and does not compare the type's name,
 * except for references, which lead to other records.
 */
export interface FieldType<F extends CommonField> extends Traits {
  /** The options of this type, in addition to the common ones. */
  readonly options: readonly string[]
  /** Common options that this type does not have. */
  readonly without?: readonly (keyof CommonOptions<unknown>)[]
  /** How a console can show the values; only as the type usually is if absent. */
  readonly views?: readonly View[]
  /**
   * The members that a computed value follows from: fields and relations of the model, and dotted names that lead to
   * other records. Absent if the value does not follow from others.
   */
  uses?(field: F): readonly string[]
  /** The function that declares fields of this type, if it has another name. */
  readonly declaredBy?: string
  /** Whether clients can set the field. If not, the service ignores a value that is sent. */
  readonly writable: boolean
  /** Whether the values are hashed before they are stored; they are stored as they are if absent. */
  isHashed?(field: F): boolean
  /** How the service numbers new records. Clients cannot set such a field: a value that is sent is refused. */
  series?(field: F, model: Model): Series
  /** False if the record's row has no column for it: the value is computed from other records when it is read. */
  readonly stored?: false
  /** Whether the type of what it results in decides what can be done with the values, such as that of a formula. */
  readonly asResult?: true
  /** Returns the mistakes that are specific to this type. Each message says what to write instead. */
  check?(field: F, model: Model, findModel: (name: string) => Model | undefined, findType: FindType): string[]
  /** Reads a value that is not null. */
  read(value: unknown, field: F, models: Models): Reading
  /** What the column of a record without a value has, if that is not null. */
  readonly none?: string
  /** The field of one element, for a type with several of them. */
  element?(field: F): Field
  /** How a change can add to the value; absent if it cannot. */
  readonly increment?: IncrementRules<F>
  /** Reads a value to compare with, if more values are allowed in a comparison than in a record. */
  parseOperand?(value: unknown, field: F, models: Models): Reading
  /** Changes a pattern to compare with; absent if it is taken as it is. */
  parsePattern?(value: string, field: F): string
  /** Reads a value of the journal for the column, if older values than clients may send can be in it. */
  parseStored?(value: unknown, field: F): Reading
  /** The column's type, as PostgreSQL prints it. */
  columnType(field: F): string
  /** The condition for a check constraint on the column. */
  constraint?(field: F, column: Sql): Sql | undefined
  /** What is wrong with a record that only this constraint rejects, since the value is computed when it is written. */
  violation?(field: F): string
  /** How stored values change before the check constraint is added; undefined if they stay as they are. */
  adaptation?(field: F): Adaptation | undefined
  /** The definition of a generated column: the template that the column's comment stores, and the expression. */
  generated?(field: F, model: Model, findType: FindType): { readonly template: string; readonly expression: Sql }
  /** Conversions from and to other column types, by both kinds, such as `text → date`. */
  readonly conversions?: Readonly<Record<string, Convert>>
  /** The maximum length of a value in an index entry, in characters; absent for short values such as numbers. */
  indexLength?(field: F, model: Model, findType: FindType): number
  /** The text form in computed fields. Absent if the text form depends on a PostgreSQL setting. */
  readonly inTemplate?: { toText(column: Sql): Sql; maxLength(field: F): number }
  /** What an expression knows about the values; absent or undefined if expressions can't use the field. */
  inExpression?(field: F): TypeOfValue | undefined
  /**
   * The maximum length of the JSON in bytes; Infinity if there is no limit. For a reference it excludes the record that
   * it refers to.
   */
  jsonLength(field: F, model: Model, findType: FindType): number
  /** The TypeScript type of a value in JSON that is not null. */
  typeScript(field: F): string
  /** Whether every record has a value; the option `required` decides if absent. */
  isNeverNull?(field: F): boolean
  /** The JSON Schema of a value that is not null, as answers have it. */
  schema(field: F, context: SchemaContext): Schema
  /** The JSON Schema of a value that is not null, as clients send it. It allows everything that is accepted. */
  sentSchema(field: F, context: SchemaContext): Schema
  /** The value in JSON. */
  toJson(field: F, column: Sql, context: JsonContext): Sql
  /** The value alone, if its JSON contains more than that. */
  toPlain?(field: F, column: Sql): Sql
  /** Converts a column value to the form in the journal, if they differ. */
  fromColumn?(value: ColumnValue): unknown
  /** Converts a journal value that is not null to the form that a client sends, if they differ. */
  toSent?(plain: unknown): unknown
  /** Whether a value can begin with a dollar sign, as variables do: a default then has two of them. */
  readonly doublesDollar?: true
  /** The variable that can be the default: `$today`, `$now` or `$user`. */
  readonly defaultVariable?: string
  /** The current time in the column's type, in a time zone. Absent if `$now` is not available for the type. */
  readonly now?: (timeZone: Sql) => Sql
  /** How values are added up; absent if they cannot be. */
  readonly sums?: Sums<F>
  /** The value as local time, for groups by day, month and so on; absent if the type is no date. */
  readonly calendar?: Calendar
  /** Whether a value was newly chosen that is no longer in use; never unknown. A new record has no present value. */
  isRetired?(field: F, given: Sql, present: Sql | undefined): Sql
  /** Whether its values can be ids of that model's records. */
  holdsIdsOf?(field: F, model: string): boolean
  /** The field's description for callers who may not see all models and fields; absent if it names none. */
  toKnown?(field: F, isKnown: { model(name: string): boolean; field(name: string): boolean }): object
}

/** How the values of a type are added up. */
export interface Sums<F> {
  /** The digits of a sum after the point. */
  scale(field: F): number
  /** `number`: sums are JSON numbers, which must be at most 2^53 - 1. `text`: they are decimal texts of any length. */
  json(field: F): 'number' | 'text'
}

/** How the values of a type are assigned to days, weeks, months, quarters and years. */
export interface Calendar {
  /** Whether the day of a value depends on a time zone. */
  readonly hasZone: boolean
  /** The value as a timestamp without time zone, in the time zone if it depends on one. */
  toLocal(column: Sql, timeZone: Sql): Sql
  /** The column's value for a timestamp without time zone, which is in the time zone. */
  fromLocal(timestamp: Sql, timeZone: Sql): Sql
}

/** Finds the type of another field. A type cannot import the table of types, which imports all types. */
export type FindType = (field: Field) => FieldType<Field> | undefined

/** What a type needs to show a record of another model in its JSON. */
export interface JsonContext {
  /** The JSON of the referenced record, with the fields to show. */
  referredJson(target: string, column: Sql): Sql
}
