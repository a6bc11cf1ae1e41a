import type { Linker, Referrer } from '../../../model/Models.ts'
import type { WriteContext } from '../../../plan/Plan.ts'
import { toChange } from '../../../plan/toChange.ts'
import { stillReferenced } from '../../../statement/refusal/stillReferenced.ts'
import {
  lockLinkersStatement,
  lockReferrersStatement,
  readLinksStatement,
  unlinkStatement,
} from '../../../statement/links.ts'
import { clearReference } from '../record/changePlan.ts'
import type { WriteTransaction, DeleteTarget } from '../WriteTransaction.ts'
import { toLinkChange } from '../relation/writeLinks.ts'
import { atPath } from '../record/WriteItem.ts'

/**
 * Treats the records that refer to the deleted ones as their model declares. Records that are deleted themselves are
 * skipped.
 */
export async function settleReferrers(
  { model, field }: Referrer,
  targets: readonly DeleteTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<void> {
  const ids = targets.map(({ id }) => id)
  const rows = await tx.transaction.run(lockReferrersStatement(model, field.name, ids, tx.budget.left + ids.length + 1))
  const others = rows
    .map(([id, version, to]) => ({ id: Number(id), version: Number(version), to: Number(to) }))
    .filter(({ id }) => !tx.budget.isMarkedDeleted(model, id))
  const [first] = others
  if (!first) return
  const rule = field.onDelete ?? 'refuse'
  if (rule === 'refuse')
    throw atPath(stillReferenced([`${model.name}.${field.name}`], tx.authorization), requestPathOf(first.to, targets))
  const spent = others.map(({ id }) => id)
  tx.budget.spend(rule === 'clear' ? 'cleared' : 'deleted', model, spent)
  if (rule === 'clear')
    await tx.cascadeWrites(
      others.map(({ id, version }) => ({ plan: clearReference(model, field, id, version, context), path: '' })),
    )
  else
    await tx.cascadeDeletes(
      model,
      others.map(({ id, version }) => ({ id, version, path: '' })),
      context,
    )
}

/** Does the same for the records that link to the deleted ones. */
export async function settleLinkers(
  linker: Linker,
  targets: readonly DeleteTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<void> {
  const { model } = linker
  const ids = targets.map(({ id }) => id)
  const rows = await tx.transaction.run(lockLinkersStatement(linker, ids, tx.budget.left + ids.length + 1))
  const others = rows
    .map(([id, version]) => ({ id: Number(id), version: Number(version) }))
    .filter(({ id }) => !tx.budget.isMarkedDeleted(model, id))
  if (others.length > 0) await unlink(linker, others, targets, context, tx)
  if (rows.length > 0) await tx.transaction.run(unlinkStatement(linker, ids))
}

async function unlink(
  { model, relation }: Linker,
  others: readonly { readonly id: number; readonly version: number }[],
  targets: readonly DeleteTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<void> {
  const sources = others.map(({ id }) => id)
  const links = await tx.transaction.run(readLinksStatement(model, relation, sources))
  const bySource = Map.groupBy(links, ([source]) => Number(source))
  const deleted = new Set(targets.map(({ id }) => id))
  if (relation.onDelete === 'refuse') {
    const linked = links.map(([, target]) => Number(target)).find((id) => deleted.has(id))
    const path = linked === undefined ? '' : requestPathOf(linked, targets)
    throw atPath(stillReferenced([`${model.name}.${relation.name}`], tx.authorization), path)
  }
  tx.budget.spend('cleared', model, sources)
  const plans = others.map(({ id, version }) => {
    const before = (bySource.get(id) ?? []).map(([, target]) => Number(target))
    const after = before.filter((target) => !deleted.has(target))
    const linkChanges = toLinkChange(relation.name, before, after)
    return toChange({ model, id, version, context, linkChanges, answers: 'nothing' })
  })
  await tx.cascadeWrites(plans.map((plan) => ({ plan, path: '' })))
}

/** Returns the path in the request at which a record is named. */
function requestPathOf(id: number, targets: readonly DeleteTarget[]): string {
  return targets.find((target) => target.id === id)?.path ?? ''
}
