import { tableName } from '../model/names.ts'
import type { ReadPlan } from '../plan/Plan.ts'
import { keyOfSelection } from '../plan/Selection.ts'
import { sql } from '../sql/sql.ts'
import { wholeRecordJson } from './recordJson.ts'
import { invalidSearch } from './refusal.ts'
import { selectionJson } from './selectionJson.ts'
import type { StatementMaker, Stored } from './Statement.ts'

/** Many records of one model by their ids; undefined where there is none. */
export const readStatement: StatementMaker<ReadPlan, Stored | undefined> = {
  effect: 'read',
  keyOf: ({ model, selection }) => `read ${model.name}${selection ? ` ${keyOfSelection(selection)}` : ''}`,
  toSql: (items, models) => {
    const model = modelOf(items)
    const selection = items[0]?.selection
    const json = selection ? selectionJson(selection, models, 't') : wholeRecordJson(model, models, 't')
    return sql`select t.id, t.version, ${json}
from unnest(${items.map(({ id }) => id)}::bigint[]) as input(id) join ${tableName(model)} as t on t.id = input.id`
  },
  toResults: (items, rows) => {
    const found = new Map(
      rows.map(([id, version, json]) => [Number(id), { version: Number(version), json: json ?? '' }]),
    )
    return items.map(({ id }) => found.get(id))
  },
  toFailure: (refused) => invalidSearch(refused),
}

/** The model that all items of a group share. */
export function modelOf<Model>(items: readonly { readonly model: Model }[]): Model {
  const [first] = items
  if (!first) throw new TypeError('A group has at least one plan.')
  return first.model
}
