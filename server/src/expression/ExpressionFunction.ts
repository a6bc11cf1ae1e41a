import type { Sql } from '../sql/sql.ts'
import type { CallTree, ValueType } from './ExpressionTree.ts'
import type { SqlScope } from './SqlScope.ts'

/**
 * What a function takes at one place. `same`: all such arguments are of one type. `any`: one of any type.
 * `printable`: a text, a number or a date. `digits`, `unit` and `zone` are constants, which do not count as parts.
 */
export type Parameter =
  | Exclude<ValueType, 'decimal' | 'duration'>
  | 'number'
  | 'numberOrDate'
  | 'textOrList'
  | 'printable'
  | 'same'
  | 'any'
  | 'digits'
  | 'unit'
  | 'zone'

/** One function or operator. The reference page has a row for each. */
export interface ExpressionFunction {
  readonly name: string
  /** How it is written, for messages and the reference page: `round(x, n)`. */
  readonly form: string
  readonly takes: readonly Parameter[]
  /** The last of `takes` can be repeated. */
  readonly repeats?: true
  /** `same`: the type of the arguments that are of one type. `number`: a decimal if an argument is one. */
  readonly gives: ValueType | 'same' | 'number'
  /** Its value can change without the record, so a formula that uses it is computed at read. */
  readonly varies?: true
  /** It is written as a sign or word between its operands, and can't be called by its name. */
  readonly operator?: true
  /** The SQL of a call. Numbers are `numeric`, references ids, lists `text[]` and durations `interval`. */
  toSql(of: readonly Sql[], call: CallTree, scope: SqlScope): Sql
  /** An expression and its value as PostgreSQL prints it, null if it has none; a test runs it. */
  readonly example: readonly [text: string, value: string | null]
  readonly note: string
}
