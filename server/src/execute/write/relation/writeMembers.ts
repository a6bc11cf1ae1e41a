import type { Model } from '../../../model/Model.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from '../../../plan/Plan.ts'
import type { RelationWrite } from '../../../plan/relations.ts'
import { lockReferrersStatement } from '../../../statement/links.ts'
import { maxMembers } from '../lock/lockInOrder.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'
import { visibleAmong } from '../record/rowRules.ts'
import { clearReference, withValue } from '../record/changePlan.ts'
import type { WriteItem } from '../record/WriteItem.ts'

type MembersWrite = Extract<RelationWrite, { members: readonly unknown[] }>

/** Replaces the members of a collection by the sent ones: creates, updates and removes members. */
export async function writeMembers(
  { operation, context }: CreatePlan | UpdatePlan,
  id: number,
  write: MembersWrite,
  path: string,
  tx: WriteTransaction,
): Promise<void> {
  const { relation, members } = write
  const model = tx.services.models.get(relation.target)
  // A new record has no members yet. Those of another one are locked; others may have added some since.
  const rows =
    operation === 'create' ? [] : await tx.transaction.run(lockReferrersStatement(model, relation.by, [id], maxMembers))
  const ids = rows.map(([member]) => Number(member))
  const visible = await visibleAmong(model, ids, tx, { field: relation.by, inLists: true })
  const shown = rows.filter(([member]) => visible.has(Number(member)))
  const before = new Map(shown.map(([member, version]) => [Number(member), Number(version)]))
  const items = members.flatMap((plan, index): WriteItem[] => {
    const memberPath = `${path}${relation.name}.${index}.`
    if (isUnchanged(plan, before)) return []
    const own = withValue(plan, relation.by, id)
    return [{ plan: own.operation === 'update' ? { ...own, answers: 'nothing' } : own, path: memberPath }]
  })
  const sentIds = new Set(members.flatMap((plan) => (plan.operation === 'update' ? [plan.id] : [])))
  const isRemoved = (member: number) => write.removed?.includes(member) ?? !sentIds.has(member)
  const removed = [...before].filter(([member]) => isRemoved(member))
  const remove = () => removeMembers(model, relation.by, removed, context, `${path}${relation.name}.`, tx)
  // A new member can take the place of one that was left out; otherwise a member can stop referring to it first.
  const mayClash = model.unique !== undefined || model.constraints !== undefined
  if (mayClash) await remove()
  await tx.write(items)
  if (!mayClash) await remove()
}

/** Whether a member stays as it is: the request names only its id and version. */
function isUnchanged(plan: CreatePlan | UpdatePlan, before: ReadonlyMap<number, number>): boolean {
  return (
    plan.operation === 'update' &&
    plan.fields.length === 0 &&
    plan.relations.length === 0 &&
    plan.numbers === undefined &&
    before.get(plan.id) === plan.version
  )
}

/** Removes members that were left out: clears an optional reference, and deletes members with a required one. */
export async function removeMembers(
  model: Model,
  by: string,
  members: readonly (readonly [number, number])[],
  context: WriteContext,
  path: string,
  tx: WriteTransaction,
): Promise<void> {
  const field = model.fields.find(({ name }) => name === by)
  if (!field || members.length === 0) return
  const ownContext: WriteContext = {
    authorization: context.authorization,
    requestId: context.requestId,
    dryRun: context.dryRun,
  }
  if (field.required) {
    const targets = members.map(([id, version]) => ({ id, version, path }))
    await tx.remove(model, targets, ownContext)
    return
  }
  await tx.write(
    members.map(([id, version]) => ({ plan: clearReference(model, field, id, version, ownContext), path })),
  )
}
