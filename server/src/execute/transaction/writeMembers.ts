import type { Model } from '../../model/Model.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../plan/Plan.ts'
import type { RelationWrite } from '../../plan/relations.ts'
import { lockReferrersStatement } from '../../statement/links.ts'
import type { WriteTransaction } from './WriteTransaction.ts'
import { seenAmong } from './rowRules.ts'
import { clearing, withValue } from './changePlan.ts'
import type { WriteItem } from './WriteItem.ts'

type MembersWrite = Extract<RelationWrite, { members: readonly unknown[] }>

const most = 100_000

/** Makes the members of a collection those that were sent: new ones, changed ones, and the rest leaves. */
export async function writeMembers(
  id: number,
  write: MembersWrite,
  context: WriteContext,
  path: string,
  tx: WriteTransaction,
): Promise<void> {
  const { relation, members } = write
  const model = tx.services.models.get(relation.target)
  const rows = await tx.transaction.run(lockReferrersStatement(model, relation.by, [id], most))
  const seen = await seenAmong(
    model,
    rows.map(([member]) => Number(member)),
    tx,
    relation.by,
  )
  const known = rows.filter(([member]) => seen.has(Number(member)))
  const before = new Map(known.map(([member, version]) => [Number(member), Number(version)]))
  const items = members.flatMap((plan, index): WriteItem[] => {
    const place = `${path}${relation.name}.${index}.`
    if (isUnchanged(plan, before)) return []
    return [{ plan: withValue(plan, relation.by, id), path: place }]
  })
  await tx.write(items)
  const kept = new Set(members.flatMap((plan) => (plan.operation === 'update' ? [plan.id] : [])))
  const left = [...before].filter(([member]) => !kept.has(member))
  await removeMembers(model, relation.by, left, context, `${path}${relation.name}.`, tx)
}

/** A member that stays as it is: named by id and version alone. */
function isUnchanged(plan: CreatePlan | UpdatePlan, before: ReadonlyMap<number, number>): boolean {
  return (
    plan.operation === 'update' &&
    plan.fields.length === 0 &&
    plan.relations.length === 0 &&
    before.get(plan.id) === plan.version
  )
}

/** Members that were left out: unlinked where their reference is optional, and deleted where it is required. */
async function removeMembers(
  model: Model,
  by: string,
  members: readonly (readonly [number, number])[],
  context: WriteContext,
  path: string,
  tx: WriteTransaction,
): Promise<void> {
  const field = model.fields.find(({ name }) => name === by)
  if (!field || members.length === 0) return
  const plain: WriteContext = {
    authorization: context.authorization,
    requestId: context.requestId,
    dryRun: context.dryRun,
  }
  if (field.required) {
    const targets = members.map(([id, version]) => ({ id, version, path }))
    await tx.remove(model, targets, plain)
    return
  }
  await tx.write(members.map(([id, version]) => ({ plan: clearing(model, field, id, version, plain), path })))
}
