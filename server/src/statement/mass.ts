import type { Models } from '../model/Models.ts'
import type { MassPlan } from '../plan/Plan.ts'
import { type Sql, sql } from '../sql/sql.ts'
import { andSeen, conditionSql, Joins, startOf } from './conditionSql.ts'
import { viewOf } from './View.ts'

/** The records that a mass change is about, locked, with their versions: one more than expected tells that there are too many. */
export function lockMatchingStatement({ model, condition, most, note }: MassPlan, models: Models): Sql {
  const view = viewOf(note.grant, models)
  const joins = new Joins('t', model, view)
  const where = conditionSql(condition, joins)
  return sql`select t.id, t.version from ${startOf(model, joins)} where ${where}${andSeen(model, 't', view)} order by t.id limit ${most + 1}::bigint for update of t`
}
