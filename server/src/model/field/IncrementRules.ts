import type { Sql } from '../../sql/sql.ts'
import type { ColumnValue, Reading } from './FieldType.ts'
import type { Schema } from './Schema.ts'

/** How a change adds to a value, whatever the value is: `{"increment": -2}`. */
export interface IncrementRules<F> {
  /** The members of what a client sends; at least one of them must be there. */
  readonly members: readonly string[]
  /** What a client can send, for messages. */
  readonly example: string
  /** Reads what is added, in the form of a value of the column. The limits of the field hold for the result only. */
  read(sent: Readonly<Record<string, unknown>>, field: F): Reading
  /** What was read, as a client sends it. */
  toSent(given: ColumnValue): Readonly<Record<string, unknown>>
  /** What clients can send, as JSON Schema. */
  schema(field: F): Schema
  /** The result. */
  add(field: F, present: Sql, given: Sql): Sql
  /** Whether a result that is not null is in the range of the type. */
  inRange(field: F, result: Sql): Sql
  /** A result as text without commas, for `describeFault`. */
  toText(result: Sql): Sql
  /** What is wrong with a result that the field does not allow. */
  describeFault(result: string, field: F): string
}
