import type { UpdatePlan } from '../plan/Plan.ts'
import { sql } from '../sql/sql.ts'
import { createStatement } from './create.ts'
import { createColumns, findShared, type NumberedCreate, writersScope } from './record/newRows.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { sharedTable } from './journal/journalContext.ts'
import type { Reason } from './refusal/Reason.ts'
import { toReasons } from './refusal/reasonTokens.ts'
import { refusedOnly } from './refusal/refusals.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { updateColumns, updateStatement } from './update.ts'

/** Tells for which reasons new records would be refused; none if they would be written. Ids only tell rows apart. */
export const refusedCreatesStatement: StatementMaker<NumberedCreate, readonly Reason[]> = {
  name: 'record.refusedCreates',
  effect: 'read',
  shapeOf: createStatement.shapeOf,
  authorizationOf: ({ plan }) => plan.context.authorization,
  toSql: (items, models, authCheck) => {
    const plans = items.map(({ plan }) => plan)
    const { model, fields, lookups } = firstOf(plans)
    const rows = { operation: 'create', model, fields, lookups } as const
    const shared = findShared(plans)
    const refused = refusedOnly(rows, writersScope(items, models), createColumns(items, models))
    return sql`with ${authCheck}${shared ? sql`, ${sharedTable(shared)}` : sql``} ${authorizedRows(refused, 2)}`
  },
  toResults: (items, rows) => toReasonsOf(items, rows),
}

/** The same for changes. A change whose version is not the current one has no reasons. */
export const refusedUpdatesStatement: StatementMaker<UpdatePlan, readonly Reason[]> = {
  name: 'record.refusedUpdates',
  effect: 'read',
  shapeOf: updateStatement.shapeOf,
  authorizationOf: ({ context }) => context.authorization,
  toSql: (items, models, authCheck) => {
    const first = firstOf(items)
    const { visibility } = first.context.authorization.rights
    const scope = { visibility, models, viewer: sql`input._by` }
    const columns = updateColumns(items, { ...scope, viewer: sql`given._by` })
    return sql`with ${authCheck} ${authorizedRows(refusedOnly(first, scope, columns), 2)}`
  },
  toResults: (items, rows) => toReasonsOf(items, rows),
}

function toReasonsOf(
  items: readonly { readonly id: number }[],
  rows: readonly (readonly (string | null)[])[],
): Reason[][] {
  const tokens = new Map(rows.map(([id, reasons]) => [Number(id), reasons]))
  return items.map(({ id }) => {
    const own = tokens.get(id)
    return typeof own === 'string' ? toReasons(own) : []
  })
}
