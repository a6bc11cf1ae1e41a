import { everything } from '../../criteria/Condition.ts'
import { isStored } from '../../model/field/fieldTypes.ts'
import { auditFields } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import type { SearchPlan } from '../../plan/SearchPlan.ts'
import { join, sql } from '../../sql/sql.ts'
import { requireAt } from '../../failure/invariant.ts'
import { defaultAnswerLimit, findExcess, tooLarge } from '../limit/answerSize.ts'
import { authorizedRows } from '../authorization/authCheck.ts'
import { column } from '../record/columns.ts'
import { andSeen, conditionSql, Joins } from '../condition/conditionSql.ts'
import { startOf } from '../condition/startOf.ts'
import { scopeOf, viewerKey } from '../condition/ReadScope.ts'
import { refuseCost } from '../limit/searchCost.ts'
import { selectionJson } from '../record/selectionJson.ts'
import { firstOf } from '../Shape.ts'
import { isNeverNull, sortKey } from '../condition/sortKey.ts'
import type { StatementMaker } from '../Statement.ts'
import { keyOfSelection } from '../../plan/Selection.ts'

/**
 * Finds records and locks them until the end of the transaction: nobody else changes or deletes them. A record that had
 * to be waited for is shown as it is now, and left out if it does not meet the condition any more.
 */
export const lockFoundStatement: StatementMaker<SearchPlan, string[]> = {
  name: 'record.lockFound',
  effect: 'read',
  shapeOf: ({ identity, selection, limit, authorization, model, condition }) => [
    identity,
    keyOfSelection(selection),
    limit,
    viewerKey(authorization, model, condition),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, models, authCheck) => {
    const { model: seen, condition, sort, limit, selection, authorization, answerLimit } = firstOf(items)
    const model = models.get(seen.name)
    const scope = scopeOf(authorization, models)
    const joins = new Joins('t', seen, scope)
    const met = condition === everything ? sql`true` : conditionSql(condition, joins)
    const ruled = andSeen(seen, 't', scope)
    const keys = sort.map(({ path, descending }) =>
      sortKey(joins.column(path), { required: isNeverNull(path, joins), descending }),
    )
    const stored = ['id', 'version', ...auditFields, ...model.fields.filter(isStored).map(({ name }) => name)]
    const locked = sql`
  select ${join(stored.map((name) => column('t', columnOf(name))))}
  from ${startOf(seen, joins)}
  where ${met}${ruled}
  order by ${join(keys)}
  limit ${limit}::bigint
  for no key update of t
`
    const shown = selectionJson(selection, scope, 't', answerLimit ?? defaultAnswerLimit)
    refuseCost({ parts: [locked], ruled, fields: shown.json })
    return sql`with ${authCheck}, locked as materialized (${locked})
${authorizedRows(sql`select ${shown.json} from locked as t`, 1)}`
  },
  toResults: (items, rows) => {
    const records = rows.map((row) => String(requireAt(row, 0)))
    const excess = records.map((json) => findExcess(json)).find((found) => found !== undefined)
    if (excess) throw tooLarge(excess, firstOf(items).answerLimit)
    return items.map(() => records)
  },
}
