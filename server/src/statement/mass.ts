import type { Models } from '../model/Models.ts'
import type { MassPlan } from '../plan/Plan.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { conditionSql, Joins, startOf } from './conditionSql.ts'

/** The records that a mass change is about, locked, with their versions: one more than expected tells that there are too many. */
export function lockMatchingStatement({ model, condition, most }: MassPlan, models: Models): Sql {
  const joins = new Joins('t', models)
  const where = conditionSql(condition, joins, models)
  return sql`select t.id, t.version from ${startOf(model, joins)} where ${where} order by t.id limit ${most + 1}::bigint for update of t`
}
