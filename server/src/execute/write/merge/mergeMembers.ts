import { requireAt } from '../../../failure/invariant.ts'
import type { Model } from '../../../model/Model.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import type { RelationWrite } from '../../../plan/relations.ts'
import { lockRecordsStatement, lockReferrersStatement } from '../../../statement/links.ts'
import { pastStatement } from '../../../statement/past.ts'
import type { Past } from '../../../versions/Past.ts'
import type { MemberConflict } from '../../conflict.ts'
import { maxMembers } from '../lock/lockInOrder.ts'
import { mergeMember } from './mergeMember.ts'
import { findRemoved } from '../relation/findRemoved.ts'
import type { MergedRelations } from './mergeRelations.ts'
import { resolveLookups } from '../record/resolveLookups.ts'
import { visibleAmong } from '../record/rowRules.ts'
import { runBatched } from '../runBatched.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

export type MembersWrite = Extract<RelationWrite, { members: readonly unknown[] }>

/** A member whose change was put onto a newer version than the client read. */
export interface MergedMember {
  readonly model: string
  readonly id: number
  readonly base: number
  readonly onto: number
  readonly fields: readonly string[]
}

/** A collection that was sent with a record. */
export interface SentCollection {
  /** The record as it was sent. */
  readonly parent: UpdatePlan
  readonly write: MembersWrite
  readonly path: string
  /** Merges the relations of a member. It is a parameter because members have relations too. */
  mergeNested(plan: UpdatePlan, past: Past, path: string, tx: WriteTransaction): Promise<MergedRelations>
}

/** What the merge of a collection gives. */
export interface MergedCollection {
  readonly write: MembersWrite
  readonly conflicts: readonly MemberConflict[]
  readonly merged: readonly MergedMember[]
  readonly kept: readonly number[]
}

/**
 * Merges a collection: each member that was sent is merged by its own version. A member that was not sent is removed if
 * the record had it at the version that the client read, and stays if others added it since.
 */
export async function mergeMembers(sent: SentCollection, tx: WriteTransaction): Promise<MergedCollection> {
  const { parent, write, path } = sent
  const { relation } = write
  const model = tx.services.models.get(relation.target)
  const present = await lockPresent(model, relation.by, parent.id, tx)
  const plans = await resolveMembers(write, `${path}${relation.name}.`, tx)
  const pasts = await loadPasts(model, plans, tx)
  const members: (CreatePlan | UpdatePlan)[] = []
  const conflicts: MemberConflict[] = []
  const merged: MergedMember[] = []
  for (const [index, plan] of plans.entries()) {
    if (plan.operation === 'create') {
      members.push(plan)
      continue
    }
    const own = `${path}${relation.name}.${index}`
    const found = await mergeMember(plan, pasts.get(plan.id) ?? { entries: [] }, own, sent, tx)
    members.push(...found.plans)
    conflicts.push(...found.conflicts)
    merged.push(...found.merged)
  }
  const sentIds = new Set(plans.flatMap((plan) => (plan.operation === 'update' ? [plan.id] : [])))
  const unsent = [...present].filter((id) => !sentIds.has(id))
  const { removed, kept, conflicts: changed } = await findRemoved(model, unsent, sent, tx)
  return { write: { relation, members, removed }, conflicts: [...conflicts, ...changed], merged, kept }
}

/** Locks the members that the record has now, and returns those that the caller sees. */
async function lockPresent(model: Model, by: string, parent: number, tx: WriteTransaction): Promise<Set<number>> {
  const rows = await tx.transaction.run(lockReferrersStatement(model, by, [parent], maxMembers))
  const ids = rows.map(([id]) => Number(id))
  return visibleAmong(model, ids, tx, { field: by, inLists: true })
}

async function resolveMembers(
  { members }: MembersWrite,
  path: string,
  tx: WriteTransaction,
): Promise<(CreatePlan | UpdatePlan)[]> {
  const items = members.map((plan, index) => ({ plan, path: `${path}${index}.` }))
  return (await resolveLookups(items, tx)).map(({ plan }) => plan)
}

/** Locks the members that were sent, and loads what happened to each since the version that was sent. */
async function loadPasts(
  model: Model,
  plans: readonly (CreatePlan | UpdatePlan)[],
  { transaction, services, authorization }: WriteTransaction,
): Promise<Map<number, Past>> {
  const updates = plans.filter((plan) => plan.operation === 'update')
  if (updates.length === 0) return new Map()
  await transaction.run(
    lockRecordsStatement(
      model,
      updates.map(({ id }) => id),
    ),
  )
  const questions = updates.map(({ id, version }) => ({ item: { model, id, version, authorization }, path: '' }))
  const pasts = await runBatched(pastStatement, questions, transaction, services.models)
  return new Map(updates.map(({ id }, index) => [id, requireAt(pasts, index)]))
}
