import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'

/** The table that a search starts from. */
export function startOf(model: Model, joins: Joins): Sql {
  return sql`${tableName(model)} as ${trusted(joins.alias)}${joins.toSql()}`
}
