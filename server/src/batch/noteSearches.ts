import { describeSearch, toSearchShape } from '../plan/SearchShape.ts'
import type { SearchPlan } from '../plan/SearchPlan.ts'
import type { NotedSearch } from '../statement/service/searches.ts'
import { type SearchPage, searchStatement } from '../statement/search.ts'
import type { StatementMaker } from '../statement/part/Statement.ts'

/** Told which searches are carried out, without their values. */
export type NoteSearch = (
  text: string,
  uses: number,
  describe: () => Pick<NotedSearch, 'model' | 'summary' | 'shape'>,
) => void

/** The statement of a search, which tells of itself whenever it is made. */
export function notedSearchStatement(note: NoteSearch): StatementMaker<SearchPlan, SearchPage> {
  return {
    ...searchStatement,
    toSql: (items, models, authCheck) => {
      const statement = searchStatement.toSql(items, models, authCheck)
      const [plan] = items
      if (plan) note(statement.toQuery().text, items.length, () => toNote(plan))
      return statement
    },
  }
}

function toNote(plan: SearchPlan): Pick<NotedSearch, 'model' | 'summary' | 'shape'> {
  return { model: plan.model.name, summary: describeSearch(plan), shape: JSON.stringify(toSearchShape(plan)) }
}
