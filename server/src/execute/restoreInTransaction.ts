import type { Envelope } from '../envelope/Envelope.ts'
import { jsonMember } from '../text/json.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import type { RestorePlan } from '../plan/RestorePlan.ts'
import { toChange } from '../plan/toChange.ts'
import type { Stored } from '../statement/Statement.ts'
import type { Past } from '../versions/Past.ts'
import { inTransaction, withExtraMembers, writeOne } from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { readInTransaction } from './write/readInTransaction.ts'
import {
  findLinkable,
  type OldRecord,
  type RecreateItem,
  recreateRecords,
  toRecreation,
} from './write/restore/recreateRecords.ts'
import { findBoundary } from './write/relation/loadMembersAt.ts'
import { lockInOrder } from './write/lock/lockInOrder.ts'
import { restoreMembers } from './write/restore/restoreMembers.ts'
import type { WriteTransaction } from './write/WriteTransaction.ts'

/**
 * Restores a record in one transaction: a deleted one, one with links, or one with its members. Linked records that do
 * not exist any more are left out, and the answer lists them.
 */
export async function restoreInTransaction(
  plan: RestorePlan,
  past: Past,
  old: OldRecord,
  services: ExecutionServices,
): Promise<Envelope> {
  const context = plan.members ? { ...plan.context, changeSet: 'restore' as const } : plan.context
  return inTransaction(context, services, async (tx) => {
    const record = { model: plan.model, ids: [plan.id] }
    await lockInOrder({ [plan.members ? 'wholes' : 'records']: [record], isRead: true }, tx)
    const { links, missing } = await findLinkable(old.links, tx)
    const found = { ...old, links }
    const boundary = plan.members ? await findBoundary(plan, tx) : undefined
    const written = past.current
      ? await writeOne(toUpdate(plan, found), tx)
      : await recreateOne(toRecreation({ ...plan, path: '' }, past, found), tx)
    const members = boundary && (await restoreMembers(plan, boundary, tx))
    const { json, version } = members || !past.current ? await showRestored(plan, written, tx) : written
    const answer = withExtraMembers({ data: json, version }, missing && jsonMember('missing', missing))
    return withExtraMembers(answer, members && jsonMember('members', members))
  })
}

async function recreateOne(item: RecreateItem, tx: WriteTransaction): Promise<Stored> {
  const [written] = await recreateRecords([item], tx)
  if (!written) throw new TypeError('A written record has no result.')
  return written
}

/** Shows the chosen fields of a recreated record, and of one whose members were restored after it. */
async function showRestored(plan: RestorePlan, stored: Stored, tx: WriteTransaction): Promise<Stored> {
  const { model, id, selection, members } = plan
  if (!selection && !members) return stored
  const view = selection ? { selection } : {}
  const [shown] = await readInTransaction(
    [{ operation: 'read', model, authorization: tx.authorization, id, ...view }],
    tx,
  )
  return shown ?? stored
}

/** Plans the update that gives a record its old values. */
export function toUpdate(
  { model, id, version, context, selection }: RestorePlan,
  { fields, values, links }: OldRecord,
): UpdatePlan {
  const shown = selection ? { selection } : {}
  return toChange({ model, id, version, context, fields, values, relations: links, journaledAs: 'restore', ...shown })
}
