import { columnOf, tableOf } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import type { Query, RecordState } from './RecordState.ts'

/** The state of the records, with the columns that a migration has added and not filled to the end. */
export async function inspectFills(query: Query, state: RecordState): Promise<RecordState> {
  const [there] = await query(sql`select to_regclass('tabularium.fills') is not null as "exists"`)
  if (there?.['exists'] !== 't') return state
  const rows = await query(sql`
select models.name as model, fills.field
from tabularium.fills
join tabularium.models on models.number = fills.model
where fills.done_on is null`)
  if (rows.length === 0) return state
  const unfilled = Map.groupBy(rows, ({ model }) => tableOf(model ?? ''))
  const tables = state.tables.map((table) => {
    const own = unfilled.get(table.found)
    return own ? { ...table, unfilled: own.map(({ field }) => columnOf(field ?? '')) } : table
  })
  return { ...state, tables }
}
