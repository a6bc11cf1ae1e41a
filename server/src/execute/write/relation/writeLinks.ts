import { type JsonMembers, joinMembers, jsonMember } from '../../../text/json.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import type { RelationWrite } from '../../../plan/relations.ts'
import { addLinksStatement, readLinksStatement, removeLinksStatement } from '../../../statement/links.ts'
import { missingFailure } from '../../../statement/refusal/Reason.ts'
import { Rejected } from '../../../postgres/errors.ts'
import { visibleAmong } from '../record/rowRules.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'
import { atPath, type WriteItem } from '../record/WriteItem.ts'

type LinksWrite = Extract<RelationWrite, { ids: readonly number[] }>

/**
 * Adds the changes of links to a plan, for its journal entry. The record is locked (`lockInOrder`), so
 * that no other transaction changes its links between this read and the write, which comes after the record.
 */
export async function withLinkChanges(
  { plan, path }: WriteItem,
  tx: WriteTransaction,
): Promise<CreatePlan | UpdatePlan> {
  const writes = plan.relations.filter((write) => 'ids' in write)
  if (writes.length === 0) return plan
  const changes: JsonMembers[] = []
  const relations: RelationWrite[] = plan.relations.filter((write) => !('ids' in write))
  for (const write of writes) {
    await refuseUnseen(write, path, tx)
    const before = plan.operation === 'update' ? await loadLinks(plan, plan.id, write, tx) : []
    await refuseArchived(write, before, path, tx)
    const complete = await withUnseen(write, before, tx)
    if (before.join() !== complete.ids.join()) changes.push(toLinkChange(write.relation.name, before, complete.ids))
    relations.push(complete)
  }
  return changes.length === 0 ? { ...plan, relations } : { ...plan, relations, linkChanges: joinMembers(changes) }
}

/**
 * Rejects links to records that the caller does not see. This includes records that are linked already: accepting them
 * would reveal the link.
 */
async function refuseUnseen({ relation, ids }: LinksWrite, path: string, tx: WriteTransaction): Promise<void> {
  const visible = await visibleAmong(tx.services.models.get(relation.target), ids, tx)
  if (visible.size < ids.length) throw atPath(missingFailure(relation.name), path)
}

/** Rejects new links to archived records. */
async function refuseArchived(
  { relation, ids }: LinksWrite,
  before: readonly number[],
  path: string,
  tx: WriteTransaction,
): Promise<void> {
  const target = tx.services.models.get(relation.target)
  // What the caller sees is checked already: without an archive there is nothing to ask.
  if (!target.archive) return
  const added = ids.filter((id) => !before.includes(id))
  const listed = await visibleAmong(target, added, tx, { inLists: true })
  if (listed.size < added.length) throw atPath(missingFailure(relation.name, true), path)
}

/** Adds the linked records that the caller does not see to the new set: a caller cannot remove them. */
async function withUnseen(write: LinksWrite, before: readonly number[], tx: WriteTransaction): Promise<LinksWrite> {
  const visible = await visibleAmong(tx.services.models.get(write.relation.target), before, tx, { inLists: true })
  const unseen = before.filter((id) => !visible.has(id) && !write.ids.includes(id))
  return unseen.length === 0 ? write : { ...write, ids: [...write.ids, ...unseen].sort((a, b) => a - b) }
}

/** Returns a change of links as the journal stores it: the ids before and after. */
export function toLinkChange(name: string, before: readonly number[], after: readonly number[]): JsonMembers {
  return jsonMember(name, [before, after])
}

/** Replaces the links of a record by the sent ones. */
export async function changeLinks(
  plan: CreatePlan | UpdatePlan,
  id: number,
  write: LinksWrite,
  path: string,
  tx: WriteTransaction,
): Promise<void> {
  const { transaction, services } = tx
  const { model } = plan
  const { relation, ids } = write
  const before = plan.operation === 'update' ? await loadLinks(plan, id, write, tx) : []
  const removed = before.filter((target) => !ids.includes(target))
  const added = ids.filter((target) => !before.includes(target))
  if (removed.length > 0) await transaction.run(removeLinksStatement(model, relation, id, removed))
  if (added.length === 0) return
  try {
    const target = services.models.get(relation.target)
    const linked = await transaction.run(addLinksStatement(model, target, relation, id, added))
    if (linked.length < added.length) throw missingFailure(relation.name)
  } catch (error) {
    // The foreign key failed: the record was deleted between the check and the link.
    const missing = error instanceof Rejected && error.sqlState === '23503' ? missingFailure(relation.name) : error
    throw atPath(missing, path)
  }
}

async function loadLinks(
  { model }: CreatePlan | UpdatePlan,
  id: number,
  { relation }: LinksWrite,
  { transaction }: WriteTransaction,
): Promise<number[]> {
  const rows = await transaction.run(readLinksStatement(model, relation, [id]))
  return rows.map(([, target]) => Number(target))
}
