import type { Models } from '../model/Models.ts'
import { columnOf, tableOf } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import type { Query, RecordState } from './RecordState.ts'

/**
 * The state of the records, with the columns that a migration has added and not filled to the end. If it was also to
 * rename the model, the table can have its new name already, while the registry still has the former one.
 */
export async function inspectFills(query: Query, state: RecordState, models: Models): Promise<RecordState> {
  const [there] = await query(sql`select to_regclass('tabularium.fills') is not null as "exists"`)
  if (there?.['exists'] !== 't') return state
  const rows = await query(sql`
select models.name as model, fills.field
from tabularium.fills
join tabularium.models on models.number = fills.model
where fills.done_on is null`)
  if (rows.length === 0) return state
  const renamed = new Map(models.all.map(({ name, was }) => [was, name]))
  const noted = rows.flatMap((row) => {
    const [model, column] = [row['model'] ?? '', columnOf(row['field'] ?? '')]
    return [model, renamed.get(model) ?? ''].map((name) => ({ table: tableOf(name), column }))
  })
  const unfilled = Map.groupBy(noted, ({ table }) => table)
  const tables = state.tables.map((table) => {
    const own = unfilled.get(table.found)
    return own ? { ...table, unfilled: own.map(({ column }) => column) } : table
  })
  return { ...state, tables }
}
