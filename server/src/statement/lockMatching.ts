import type { Models } from '../model/Models.ts'
import type { UpdateMatchingPlan } from '../plan/BulkPlan.ts'
import { type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { andSeen, conditionSql, Joins } from './condition/conditionSql.ts'
import { startOf } from './condition/startOf.ts'
import { refuseCost, type SearchCost } from './limit/searchCost.ts'
import { scopeOf } from './condition/ReadScope.ts'

/**
 * Locks the records that match an update, and returns their versions. One record more than the maximum means that there
 * are too many.
 */
export function lockMatchingStatement(plan: UpdateMatchingPlan, models: Models): NamedSql {
  const { statement, cost } = matchingSql(plan, models)
  refuseCost(cost)
  return statement.named('record.lockMatching')
}

/** The statement and its cost. */
export function matchingSql(
  { model, condition, maxAffected, context }: UpdateMatchingPlan,
  models: Models,
): { statement: Sql; cost: SearchCost } {
  const scope = scopeOf(context.authorization, models)
  const joins = new Joins('t', model, scope)
  const where = conditionSql(condition, joins)
  const ruled = andSeen(model, 't', scope)
  const statement = sql`
select t.id, t.version
from ${startOf(model, joins)}
where ${where}${ruled}
order by t.id
limit ${maxAffected + 1}::bigint
for update of t`
  return { statement, cost: { parts: [statement], ruled } }
}
