import { name, type Sql, sql, trusted } from '../../sql/sql.ts'

/** A column of a table or subquery, by the alias that the statement gave it. */
export function column(alias: string, columnName: string): Sql {
  return sql`${trusted(alias)}.${name(columnName)}`
}
