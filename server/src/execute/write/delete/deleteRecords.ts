import { requireAt } from '../../../failure/invariant.ts'
import type { Model } from '../../../model/Model.ts'
import type { Referrer } from '../../../model/Models.ts'
import type { WriteContext } from '../../../plan/Plan.ts'
import { deleteStatement } from '../../../statement/delete.ts'
import { stillReferenced } from '../../../statement/refusal/stillReferenced.ts'
import { lockRecordsStatement, lockReferrersStatement } from '../../../statement/links.ts'
import { toConflict } from '../../conflict.ts'
import { recordNotFound } from '../../requireRecord.ts'
import type { WriteTransaction, DeleteTarget } from '../WriteTransaction.ts'
import { guardWebhooksBefore } from '../access/guardWebhooks.ts'
import { evaluateRules, requireVerdict, needsRowChecks } from '../record/rowRules.ts'
import { readInTransaction } from '../readInTransaction.ts'
import { runBatched } from '../runBatched.ts'
import { settleLinkers, settleReferrers } from './settleReferrers.ts'
import { refuseStrongerUsers } from '../access/refuseWiderGrants.ts'
import { atPath } from '../record/WriteItem.ts'

/** Deletes records if the caller sees them and may delete them. */
export async function deleteChecked(
  model: Model,
  targets: readonly DeleteTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<void> {
  if (needsRowChecks(tx.authorization, model, 'delete')) {
    const ids = targets.map(({ id }) => id)
    const verdicts = await evaluateRules(model, ids, 'delete', tx)
    for (const { id, path } of targets)
      try {
        requireVerdict(verdicts.get(id), model, id, 'delete', tx.authorization.rights)
      } catch (error) {
        throw atPath(error, path)
      }
    await refuseStrongerUsers(model, ids, tx)
    await guardWebhooksBefore(model, ids, tx)
  }
  await deleteRecords(model, targets, context, tx)
}

/** Deletes records and treats their referrers as the models declare: refuse, clear or cascade. */
export async function deleteRecords(
  model: Model,
  named: readonly DeleteTarget[],
  context: WriteContext,
  tx: WriteTransaction,
): Promise<void> {
  const { transaction, services, writtenRecords } = tx
  await lockTargets(model, named, tx)
  const targets = await withOwnCascade(model, named, tx)
  for (const referrer of services.models.referrersOf(model)) await settleReferrers(referrer, targets, context, tx)
  for (const linker of services.models.linkersOf(model)) await settleLinkers(linker, targets, context, tx)
  const items = targets.map(({ id, version, path }) => ({
    item: { operation: 'delete', model, id, version, context } as const,
    path,
  }))
  const results = await runBatched(deleteStatement, items, transaction, services.models)
  for (const [index, { done, referrers }] of results.entries())
    if (!done) throw await whyNotDeleted(model, requireAt(targets, index), referrers, tx)
  writtenRecords.addDeleted(
    model,
    targets.map(({ id }) => id),
  )
}

/** Whether deleting a record of this model may change others, which needs more than one statement. */
export function touchesOthers(model: Model, { models }: WriteTransaction['services']): boolean {
  const rules = models.referrersOf(model).map(({ field }) => field.onDelete ?? 'refuse')
  return rules.some((rule) => rule !== 'refuse') || models.linkersOf(model).length > 0
}

/** Locks the named records. Fails if one is missing or has another version, before other records are changed. */
async function lockTargets(model: Model, targets: readonly DeleteTarget[], tx: WriteTransaction): Promise<void> {
  const ids = targets.map(({ id }) => id)
  const rows = await tx.transaction.run(lockRecordsStatement(model, ids))
  const versions = new Map(rows.map(([id, version]) => [Number(id), Number(version)]))
  for (const target of targets) {
    const found = versions.get(target.id)
    if (found === undefined || (target.version ?? found) !== found) throw await whyNotDeleted(model, target, [], tx)
  }
  tx.budget.markDeleted(model, ids)
}

/**
 * Returns the records and, from the leaves to the root, the records of the same model that their deletion cascades to:
 * one statement deletes them all.
 */
async function withOwnCascade(
  model: Model,
  named: readonly DeleteTarget[],
  tx: WriteTransaction,
): Promise<DeleteTarget[]> {
  const own = tx.services.models
    .referrersOf(model)
    .filter(({ model: other, field }) => other.name === model.name && field.onDelete === 'cascade')
  const targets = [...named]
  let latest: readonly DeleteTarget[] = own.length > 0 ? named : []
  while (latest.length > 0) {
    latest = await findOwnCascade(model, own, latest, tx)
    targets.unshift(...latest)
  }
  return targets
}

async function findOwnCascade(
  model: Model,
  own: readonly Referrer[],
  targets: readonly DeleteTarget[],
  { transaction, budget }: WriteTransaction,
): Promise<DeleteTarget[]> {
  const ids = targets.map(({ id }) => id)
  const found = new Map<number, DeleteTarget>()
  for (const { field } of own) {
    const rows = await transaction.run(lockReferrersStatement(model, field.name, ids, budget.left + ids.length + 1))
    for (const [id, version] of rows)
      if (!budget.isMarkedDeleted(model, Number(id)))
        found.set(Number(id), { id: Number(id), version: Number(version), path: '' })
  }
  const cascaded = [...found.keys()]
  budget.spend('deleted', model, cascaded)
  budget.markDeleted(model, cascaded)
  return [...found.values()]
}

async function whyNotDeleted(
  model: Model,
  { id, version, path }: DeleteTarget,
  referrers: readonly string[],
  tx: WriteTransaction,
): Promise<unknown> {
  const [current] = await readInTransaction([{ operation: 'read', model, authorization: tx.authorization, id }], tx)
  if (!current) return atPath(recordNotFound(id), path)
  if (version !== null && current.version !== version) return atPath(toConflict(current), path)
  return atPath(stillReferenced(referrers, tx.authorization), path)
}
