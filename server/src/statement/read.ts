import { firstOf } from './Shape.ts'
import { requireValue } from '../failure/invariant.ts'
import { tableName } from '../model/names.ts'
import type { ReadPlan } from '../plan/Plan.ts'
import { keyOfSelection } from '../plan/Selection.ts'
import { sql } from '../sql/sql.ts'
import { andSeen } from './condition/conditionSql.ts'
import { findExcess, tooLarge, TooLarge, defaultAnswerLimit } from './limit/answerSize.ts'
import { wholeLength } from './limit/jsonLength.ts'
import { heldLetters } from './authorization/heldAllowances.ts'
import { authorizedRecords, authorizedRows } from './authorization/authCheck.ts'
import { wholeRecordJson } from './record/recordJson.ts'
import { refuseFieldsCost } from './limit/searchCost.ts'
import { selectionJson } from './record/selectionJson.ts'
import type { StatementMaker, Stored } from './Statement.ts'
import { visibilityKey } from './condition/ReadScope.ts'

/** Reads many records of one model by their ids; undefined if a record does not exist or is not visible. */
export const readStatement: StatementMaker<ReadPlan, Stored | undefined> = {
  name: 'record.read',
  effect: 'read',
  shapeOf: ({ model, selection, authorization, may }) => [
    may ? `${model.name} may` : model.name,
    selection !== undefined,
    selection ? keyOfSelection(selection) : '',
    visibilityKey(authorization),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { model, selection, authorization, answerLimit, may } = firstOf(items)
    const scope = { visibility: authorization.rights.visibility, models, viewer: sql`input.viewer` }
    const limit = answerLimit ?? defaultAnswerLimit
    const shown = selection
      ? selectionJson(selection, scope, 't', limit)
      : { json: wholeRecordJson(model, scope, 't'), length: wholeLength(model, models) }
    if (selection) refuseFieldsCost(shown.json)
    const viewers = items.map((item) => item.authorization.userId)
    const held = may ? sql`${heldLetters(model, 't', scope, authorization)}, ` : sql``
    const rows = sql`
select input.ordinal, t.version, ${held}${shown.json}
from unnest(${items.map(({ id }) => id)}::bigint[], ${viewers}::bigint[]) with ordinality as input(id, viewer, ordinal)
join ${tableName(model)} as t on t.id = input.id${andSeen(model, 't', scope)}`
    const share = Math.floor(limit / items.length)
    const columns = may ? 4 : 3
    const fits = shown.length <= share
    return sql`with ${authCheck} ${fits ? authorizedRows(rows, columns) : authorizedRecords(rows, columns, share)}`
  },
  toResults: (items, rows) => {
    const { may } = firstOf(items)
    const found = new Map(
      rows.map((row) => {
        const json = requireShown(requireValue(row[may ? 3 : 2], 'The JSON of a record'))
        const stored = { version: Number(row[1]), json }
        return [Number(row[0]), may ? { ...stored, held: row[2] ?? '' } : stored]
      }),
    )
    return items.map((_, index) => found.get(index + 1))
  },
  toFailure: (refused, { answerLimit }) =>
    refused instanceof TooLarge ? tooLarge(refused.excess, answerLimit, 'fields') : undefined,
}

/** Several records that are too large together may fit one by one: then each gets a statement of its own. */
function requireShown(json: string): string {
  const excess = findExcess(json)
  if (excess) throw new TooLarge(excess)
  return json
}
