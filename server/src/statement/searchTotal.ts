import { everything } from '../criteria/Condition.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import { join, type Sql, sql } from '../sql/sql.ts'
import { andSeen, conditionSql, Joins } from './condition/conditionSql.ts'
import type { ReadScope } from './condition/ReadScope.ts'
import { wordSql } from './condition/searchText.ts'
import { startOf } from './condition/startOf.ts'
import { totalOf, totalOfArchive } from './journal/counts.ts'

/** The exact total: from the counts if all records match, otherwise by a count that an index can serve. */
export function searchTotal(plan: SearchPlan, scope: ReadScope): Sql {
  const { model, condition, words } = plan
  if (isWhole(plan, scope)) return totalOf(model)
  if (condition.is === 'archived' && isUnfiltered(plan, scope)) return totalOfArchive(model, condition.value)
  const joins = new Joins('t', model, scope)
  const where = join([conditionSql(condition, joins), ...words.map((word) => wordSql(word, model, 't'))], ' and ')
  return sql`(select count(*) from ${startOf(model, joins)} where ${where}${andSeen(model, 't', scope)})`
}

/** Whether every record matches and is seen. */
export function isWhole(plan: SearchPlan, scope: ReadScope): boolean {
  return plan.condition === everything && isUnfiltered(plan, scope)
}

/** Whether only the condition of a search leaves out records. */
function isUnfiltered({ model, words }: SearchPlan, scope: ReadScope): boolean {
  return words.length === 0 && !scope.visibility.rowsOf(model)
}
