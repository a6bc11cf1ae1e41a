import { requireValue } from '../invariant.ts'
import { tableName } from '../model/names.ts'
import type { ReadPlan } from '../plan/Plan.ts'
import { keyOfSelection } from '../plan/Selection.ts'
import { sql } from '../sql/sql.ts'
import { andSeen } from './conditionSql.ts'
import { passedRows } from './pass.ts'
import { wholeRecordJson } from './recordJson.ts'
import { invalidSearch } from './refusal.ts'
import { refuseFieldsCost } from './searchCost.ts'
import { selectionJson } from './selectionJson.ts'
import type { StatementMaker, Stored } from './Statement.ts'
import { sightKey } from './View.ts'

/** Many records of one model by their ids; undefined where there is none, or none that is seen. */
export const readStatement: StatementMaker<ReadPlan, Stored | undefined> = {
  name: 'record.read',
  effect: 'read',
  shapeOf: ({ model, selection, grant }) => [
    model.name,
    selection !== undefined,
    selection ? keyOfSelection(selection) : '',
    sightKey(grant),
  ],
  grantOf: ({ grant }) => grant,
  toSql: (items, models, pass) => {
    const { model, selection, grant } = firstOf(items)
    const view = { sight: grant.rights.sight, models, viewer: sql`input.viewer` }
    const json = selection ? selectionJson(selection, view, 't') : wholeRecordJson(model, view, 't')
    if (selection) refuseFieldsCost(json)
    const viewers = items.map((item) => item.grant.userId)
    const rows = sql`select input.place, t.version, ${json}
from unnest(${items.map(({ id }) => id)}::bigint[], ${viewers}::bigint[]) with ordinality as input(id, viewer, place)
join ${tableName(model)} as t on t.id = input.id${andSeen(model, 't', view)}`
    return sql`with ${pass} ${passedRows(rows, 3)}`
  },
  toResults: (items, rows) => {
    const found = new Map(
      rows.map(([place, version, json]) => [
        Number(place),
        { version: Number(version), json: requireValue(json, 'The JSON of a record') },
      ]),
    )
    return items.map((_, index) => found.get(index + 1))
  },
  toFailure: (refused) => invalidSearch(refused),
}

/** The first of a group, for what all of the group share. */
export function firstOf<Item>([first]: readonly Item[]): Item {
  if (!first) throw new TypeError('A group has at least one plan.')
  return first
}
