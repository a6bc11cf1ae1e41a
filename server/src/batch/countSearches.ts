import { describeSearch, toSearchShape } from '../plan/SearchShape.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { NotedSearch } from '../statement/service/searches.ts'
import { type SearchPage, searchStatement } from '../statement/search.ts'
import type { StatementMaker } from '../statement/part/Statement.ts'

/** Counts a search that was run, described without its values. */
export type CountSearch = (
  text: string,
  uses: number,
  describe: () => Pick<NotedSearch, 'model' | 'summary' | 'shape'>,
) => void

/** Returns the search statement, which counts its searches whenever it is built. */
export function countedSearchStatement(count: CountSearch): StatementMaker<SearchPlan, SearchPage> {
  return {
    ...searchStatement,
    toSql: (items, models, authCheck) => {
      const statement = searchStatement.toSql(items, models, authCheck)
      const [plan] = items
      if (plan) count(statement.toQuery().text, items.length, () => toDescription(plan))
      return statement
    },
  }
}

function toDescription(plan: SearchPlan): Pick<NotedSearch, 'model' | 'summary' | 'shape'> {
  return { model: plan.model.name, summary: describeSearch(plan), shape: JSON.stringify(toSearchShape(plan)) }
}
