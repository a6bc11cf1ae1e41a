import type { UpdatePlan } from '../../../plan/Plan.ts'
import type { RelationWrite } from '../../../plan/relations.ts'
import { readLinksStatement } from '../../../statement/links.ts'
import type { Past } from '../../../versions/Past.ts'
import { findStateAt } from '../../../versions/stateAt.ts'
import type { MemberConflict } from '../../conflict.ts'
import { type MergedMember, mergeMembers } from './mergeMembers.ts'
import { visibleAmong } from '../record/rowRules.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** Collections and links, merged with what others did to them. */
export interface MergedRelations {
  readonly relations: readonly RelationWrite[]
  readonly conflicts: readonly MemberConflict[]
  /** The members onto whose newer version a change was put. */
  readonly merged: readonly MergedMember[]
  /** By collection, the members that others added and the client did not send. */
  readonly kept: Readonly<Record<string, readonly number[]>>
}

/**
 * Merges the collections and links that were sent with a record. The base is what the record had at the version that
 * the client read.
 */
export async function mergeRelations(
  plan: UpdatePlan,
  past: Past,
  path: string,
  tx: WriteTransaction,
): Promise<MergedRelations> {
  const relations: RelationWrite[] = []
  const conflicts: MemberConflict[] = []
  const merged: MergedMember[] = []
  const kept: Record<string, readonly number[]> = {}
  for (const write of plan.relations) {
    if ('ids' in write) {
      relations.push(await mergeLinks(plan, write, past, tx))
      continue
    }
    const found = await mergeMembers({ parent: plan, write, path, mergeNested: mergeRelations }, tx)
    relations.push(found.write)
    conflicts.push(...found.conflicts)
    merged.push(...found.merged)
    if (found.kept.length > 0) kept[`${path}${write.relation.name}`] = found.kept
  }
  return { relations, conflicts, merged, kept }
}

type LinksWrite = Extract<RelationWrite, { ids: readonly number[] }>

/** Adds what the client added and removes what it removed, as compared with the links that it read. */
async function mergeLinks(
  { model, id, version }: UpdatePlan,
  write: LinksWrite,
  past: Past,
  tx: WriteTransaction,
): Promise<LinksWrite> {
  const { relation, ids } = write
  const rows = await tx.transaction.run(readLinksStatement(model, relation, [id]))
  const linked = rows.map(([, target]) => Number(target))
  // Links to records that the caller does not see stay as they are: the write keeps them by itself.
  const visible = await visibleAmong(tx.services.models.get(relation.target), linked, tx, { inLists: true })
  const current = linked.filter((target) => visible.has(target))
  const state = findStateAt(past, version)
  // Links that the journal does not mention have not changed since.
  const isChanged = state !== undefined && Object.hasOwn(state, relation.name)
  const journaled = isChanged ? state[relation.name] : current
  const base: readonly unknown[] = Array.isArray(journaled) ? journaled : []
  const left = current.filter((target) => ids.includes(target) || !base.includes(target))
  const added = ids.filter((target) => !base.includes(target))
  return { relation, ids: [...new Set([...left, ...added])].sort((a, b) => a - b) }
}
