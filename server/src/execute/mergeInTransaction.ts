import type { Envelope } from '../envelope/Envelope.ts'
import { requireAt } from '../failure/invariant.ts'
import { jsonMember } from '../text/json.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { pastStatement } from '../statement/past.ts'
import { type PastRecord, renderPastStatement } from '../statement/renderPast.ts'
import type { Past } from '../versions/Past.ts'
import { toPlainRecord } from '../versions/plainValues.ts'
import { findStateAt } from '../versions/stateAt.ts'
import { type MemberConflict, toConflict, withMemberConflicts } from './conflict.ts'
import type { ExecutionServices } from './ExecutionServices.ts'
import { type WriteResult, withChangeSet, withExtraMembers, writeInTransaction, writeOne } from './inTransaction.ts'
import { compare, toMerged } from './merge.ts'
import { renderVersion } from './readVersion.ts'
import { recordNotFound, requireStored } from './requireRecord.ts'
import { lockInOrder } from './write/lock/lockInOrder.ts'
import { type MergedRelations, mergeRelations } from './write/merge/mergeRelations.ts'
import { readInTransaction } from './write/readInTransaction.ts'
import { resolveLookups } from './write/record/resolveLookups.ts'
import { runBatched } from './write/runBatched.ts'
import type { WriteTransaction } from './write/WriteTransaction.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/**
 * Merges a change of a record with its collections and links. It locks them first, so that no other
 * transaction writes between the comparison and the write.
 */
export function mergeInTransaction(given: UpdatePlan, services: ExecutionServices): Promise<Envelope> {
  return writeInTransaction([given], withChangeSet(given.context, given), services, async (tx) => {
    await lockInOrder({ writes: [given], isRead: true }, tx)
    const plan = await resolve(given, tx)
    const past = await loadPast(plan, tx)
    if (!past.current) throw recordNotFound(plan.id)
    const comparison = compare(plan, past)
    const found = await mergeRelations(plan, past, '', tx)
    if (!comparison || comparison.clashes.length > 0 || found.conflicts.length > 0)
      throw await toFailure(plan, past, found.conflicts, tx)
    const merge = toMerged(plan, past.current.version, comparison)
    return write({ ...merge, relations: found.relations }, toAnswered(plan, merge, found), tx)
  })
}

async function resolve(plan: UpdatePlan, tx: WriteTransaction): Promise<UpdatePlan> {
  const { plan: resolved } = requireAt(await resolveLookups([{ plan, path: '' }], tx), 0)
  return resolved.operation === 'update' ? resolved : plan
}

async function loadPast({ model, id, version }: UpdatePlan, tx: WriteTransaction): Promise<Past> {
  const question = { item: { model, id, version, authorization: tx.authorization }, path: '' }
  const [past] = await runBatched(pastStatement, [question], tx.transaction, tx.services.models)
  return past ?? { entries: [] }
}

/** What was merged, if anything was: the record's fields, members by their ids, and members that others added. */
function toAnswered(plan: UpdatePlan, merge: UpdatePlan, { merged, kept }: MergedRelations): object | undefined {
  if (plan.version === merge.version && merged.length === 0 && Object.keys(kept).length === 0) return undefined
  return {
    base: plan.version,
    onto: merge.version,
    fields: merge.fields.map(({ name }) => name),
    ...(merged.length > 0 ? { members: merged } : {}),
    ...(Object.keys(kept).length > 0 ? { kept } : {}),
  }
}

async function write(plan: UpdatePlan, answered: object | undefined, tx: WriteTransaction): Promise<WriteResult> {
  const { json, version } = await writeOne(plan, tx)
  const data = plan.context.dryRun ? withoutNewIds(json, plan, tx.writtenRecords) : json
  return withExtraMembers({ data, version }, answered && jsonMember('merged', answered))
}

/** Makes the failure with the record as it was read and as it is now, and all that clashes. */
async function toFailure(
  plan: UpdatePlan,
  past: Past,
  members: readonly MemberConflict[],
  tx: WriteTransaction,
): Promise<Error> {
  const { model, id, version } = plan
  const { authorization, services } = tx
  const [current] = await readInTransaction([{ operation: 'read', model, authorization, id }], tx)
  const state = findStateAt(past, version)
  const render = async (record: PastRecord) => {
    const rendered = await runBatched(
      renderPastStatement,
      [{ item: record, path: '' }],
      tx.transaction,
      services.models,
    )
    return requireAt(rendered, 0)
  }
  const base = state && (await renderVersion(past, { model, id, version, authorization }, state, render, services))
  const details = { model, base, yours: toPlainRecord(plan), comparison: compare(plan, past), readable: past.readable }
  return withMemberConflicts(toConflict(requireStored(current, id), details), members)
}
