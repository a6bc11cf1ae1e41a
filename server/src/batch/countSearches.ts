import { describeSearch, toSearchShape } from '../plan/SearchShape.ts'
import type { AggregatePlan } from '../plan/AggregatePlan.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { NotedSearch } from '../statement/service/searches.ts'
import type { StatementMaker } from '../statement/Statement.ts'

/** Counts a search or an aggregate that was run, described without its values. */
export type CountSearch = (
  text: string,
  uses: number,
  describe: () => Pick<NotedSearch, 'model' | 'summary' | 'shape'>,
) => void

/** Returns a statement of searches or aggregates, which counts them whenever it is built. */
export function countedStatement<Plan extends SearchPlan | AggregatePlan, Page>(
  maker: StatementMaker<Plan, Page>,
  count: CountSearch,
): StatementMaker<Plan, Page> {
  return {
    ...maker,
    toSql: (items, models, authCheck) => {
      const statement = maker.toSql(items, models, authCheck)
      const [plan] = items
      if (plan) count(statement.toQuery().text, items.length, () => toDescription(plan))
      return statement
    },
  }
}

function toDescription(plan: SearchPlan | AggregatePlan): Pick<NotedSearch, 'model' | 'summary' | 'shape'> {
  return { model: plan.model.name, summary: describeSearch(plan), shape: JSON.stringify(toSearchShape(plan)) }
}
