import { type Sql, sql, trusted } from '../../sql/sql.ts'

/** A time as text in UTC, as JSON shows it; for lists of the command line. */
export function momentText(column: string): Sql {
  return sql`to_char(${trusted(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
