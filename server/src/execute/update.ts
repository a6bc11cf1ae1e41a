import type { Envelope } from '../envelope/Envelope.ts'
import { toRecordEnvelope } from '../envelope/success.ts'
import { Failure, unavailable } from '../failure/failure.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { lockRecordStatement } from '../statement/links.ts'
import { pastStatement } from '../statement/past.ts'
import { toRefusedFailure } from '../statement/refusal/Reason.ts'
import type { Updated } from '../statement/record/Written.ts'
import { toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { renderVersion } from './readVersion.ts'
import { compare, comparedSince, findMerge } from './merge.ts'
import { mergeInTransaction } from './mergeInTransaction.ts'
import {
  type WriteResult,
  inTransaction,
  withChangeSet,
  withExtraMembers,
  writeInTransaction,
  writeOne,
} from './inTransaction.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { toConflict } from './conflict.ts'
import { withConflictTitles } from './conflictTitles.ts'
import { pathOf } from './pathOf.ts'
import { recordNotFound, requireStored } from './requireRecord.ts'
import { withLookedUpIds } from './write/record/resolveLookups.ts'
import type { WriteTransaction } from './write/WriteTransaction.ts'
import { resolveLookups } from './write/record/resolveLookups.ts'
import { runBatched } from './write/runBatched.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/** The most attempts if others write in between. */
const maxRounds = 100
/**
 * The retries of a merge without a lock. After them it locks the record, or clients that need not merge could always
 * write first.
 */
const optimisticRounds = 3

/** Changes a record. If its version is not current, merges if requested and nothing clashes, else fails. */
export function update(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope> {
  const updated = updateOrMerge(plan, services)
  if (!plan.titles) return updated
  return updated.catch(async (error: unknown) => {
    throw await withConflictTitles(error, plan, services)
  })
}

async function updateOrMerge(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope> {
  if (plan.relations.length > 0)
    return plan.onConflict === 'merge' ? mergeInTransaction(plan, services) : updateInTransaction(plan, services)
  let attempt = plan
  for (let round = 0; round <= maxRounds; round++) {
    const locks = plan.onConflict === 'merge' && round > optimisticRounds
    const updated = locks ? await mergeLocked(plan, services) : await tryUpdate(attempt, services)
    if ('text' in updated) return updated
    attempt = await mergeOrRefuse(plan, attempt.version, updated, services)
  }
  throw unavailable('Other clients keep changing this record.', { outcome: 'not-applied' })
}

type Missed = Exclude<Updated, { is: 'written' }>

async function tryUpdate(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope | Missed> {
  if (pathOf(plan) === 'transaction') return tryInTransaction(plan, services)
  const updated = await services.run.update(plan)
  return updated.is === 'written' ? toRecordEnvelope(updated, plan.extraMembers) : updated
}

async function tryInTransaction(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope | Missed> {
  try {
    return await updateInTransaction(plan, services)
  } catch (error) {
    if (error instanceof Failure && error.code === 'version-conflict') return { is: 'stale' }
    throw error
  }
}

/**
 * Merges while the record is locked. If something clashes, nothing is written, and the caller then finds out what
 * clashes.
 */
async function mergeLocked(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope | Missed> {
  const { model, id, context } = plan
  try {
    return await inTransaction(context, services, async (tx) => {
      await tx.transaction.run(lockRecordStatement(model, id))
      const [resolved] = await resolveLookups([{ plan, path: '' }], tx)
      const item = { model, id, version: comparedSince(plan), authorization: context.authorization }
      const question = { item, path: '' }
      const [past] = await runBatched(pastStatement, [question], tx.transaction, services.models)
      const merge = past && resolved?.plan.operation === 'update' && findMerge(resolved.plan, past)
      if (!merge) throw new MergeClash('Something clashes.')
      return write(merge, tx)
    })
  } catch (error) {
    if (error instanceof MergeClash) return { is: 'stale' }
    throw error
  }
}

class MergeClash extends Error {
  override readonly name = 'MergeClash'
}

/** Updates in a transaction. Unless a merge was requested, a conflict of collections or links fails. */
async function updateInTransaction(plan: UpdatePlan, services: ExecutionServices): Promise<Envelope> {
  return writeInTransaction([plan], withChangeSet(plan.context, plan), services, (tx) => write(plan, tx))
}

async function write(plan: UpdatePlan, tx: WriteTransaction): Promise<WriteResult> {
  const { json, version } = await writeOne(plan, tx)
  const data = plan.context.dryRun ? withoutNewIds(json, plan, tx.writtenRecords) : json
  return withExtraMembers({ data, version }, plan.extraMembers)
}

/** Returns the change on top of the current record, or throws why there is none. */
async function mergeOrRefuse(
  given: UpdatePlan,
  triedVersion: number,
  missed: Missed,
  services: ExecutionServices,
): Promise<UpdatePlan> {
  const { model, id, version, context } = given
  const { authorization } = context
  const past = await services.run.past({ model, id, version: comparedSince(given), authorization })
  if (!past.current) throw recordNotFound(id)
  if (missed.is === 'refused' && past.current.version === triedVersion)
    throw toRefusedFailure(missed.reasons, model, authorization)
  const plan = await withLookedUpIds(given, services)
  const merge = findMerge(plan, past)
  if (merge) return merge
  const current = requireStored(await services.run.read({ operation: 'read', model, authorization, id }), id)
  // Others wrote between the two reads: the compared record is not the one that would be shown as current.
  if (current.version !== past.current.version) return plan
  const state = findStateAt(past, version)
  const base =
    state &&
    (await renderVersion(past, { model, id, version, authorization }, state, services.run.renderPast, services))
  const yours = toPlainRecord(plan)
  throw toConflict(current, { model, base, yours, comparison: compare(plan, past), readable: past.readable })
}
