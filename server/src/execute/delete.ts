import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import type { DeletePlan } from '../plan/Plan.ts'
import { stillReferenced } from '../statement/refusal/stillReferenced.ts'
import { toConflict } from './conflict.ts'
import { inTransaction, withoutKey } from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { pathOf } from './pathOf.ts'
import { withReferrerCounts } from './referrerCounts.ts'
import { requireStored } from './requireRecord.ts'
import { touchesOthers } from './write/delete/deleteRecords.ts'

/** Deletes a record. If others refer to it, the failure says how many, if the client asked for that. */
export function remove(plan: DeletePlan, services: ExecutionServices): Promise<Envelope> {
  const removed = removeRecord(plan, services)
  if (!plan.counts) return removed
  return removed.catch(async (error: unknown) => {
    throw await withReferrerCounts(error, plan, services)
  })
}

/** Deletes a record in one statement if possible. Clearing or deleting its referrers needs a transaction. */
async function removeRecord(plan: DeletePlan, services: ExecutionServices): Promise<Envelope> {
  const { model, version } = plan
  if (pathOf(plan) === 'transaction' || mayTouchHidden(plan, services)) return removeInTransaction(plan, services)
  if (version === null && model.relations.some(({ type }) => type === 'links')) return removeLinked(plan, services)
  return removeAlone(plan, services)
}

/** How often a record is deleted again at the version that it has by then. */
const maxAttempts = 10

/**
 * Deletes a record with links, whatever its version is. A statement that waits for the record sees its links as they
 * were before, so it must name the version that it has seen.
 */
async function removeLinked(plan: DeletePlan, services: ExecutionServices, attempts = maxAttempts): Promise<Envelope> {
  const { model, id, context } = plan
  const found = await services.run.read({ operation: 'read', model, authorization: context.authorization, id })
  try {
    return await removeAlone({ ...plan, version: found?.version ?? null }, services)
  } catch (error) {
    const isChanged = error instanceof Failure && error.code === 'version-conflict'
    if (!isChanged || attempts === 1) throw error
    return removeLinked(plan, services, attempts - 1)
  }
}

async function removeAlone(plan: DeletePlan, services: ExecutionServices): Promise<Envelope> {
  const { model, id, version, context } = plan
  const deleted = await services.run.delete(plan)
  if (deleted.done) return toEnvelope([id])
  if (deleted.referrers.length > 0 && touchesOthers(model, services)) return removeInTransaction(plan, services)
  const current = requireStored(
    await services.run.read({ operation: 'read', model, authorization: context.authorization, id }),
    id,
  )
  // If no record refers to it, the version did not match, even if it does match by now.
  if (version !== null && (current.version !== version || deleted.referrers.length === 0)) throw toConflict(current)
  throw stillReferenced(deleted.referrers, context.authorization)
}

/**
 * Whether records may go with it that the caller does not see. If only then there was a transaction, the change set in
 * the answer would tell that there are such records.
 */
function mayTouchHidden({ model, context }: DeletePlan, services: ExecutionServices): boolean {
  return !context.authorization.rights.visibility.isWhole && touchesOthers(model, services)
}

async function removeInTransaction(
  { model, id, version, context }: DeletePlan,
  services: ExecutionServices,
): Promise<Envelope> {
  const owner = touchesOthers(model, services) ? { ...context, changeSet: 'delete' as const } : context
  return inTransaction(owner, services, async (tx) => {
    await tx.remove(model, [{ id, version, path: '' }], withoutKey(context))
    return { data: String(id) }
  })
}
