import { requireAt, requireValue } from '../failure/invariant.ts'
import { jsonMember } from '../text/json.ts'
import type { Model } from '../model/Model.ts'
import type { DeleteManyPlan, SaveManyPlan } from '../plan/BulkPlan.ts'
import type { WriteResult } from './inTransaction.ts'
import {
  compareStates,
  countMembers,
  firstOnes,
  readStates,
  toNamed,
  writtenNames,
} from './write/record/shownChanges.ts'
import { withoutAnswer } from './write/record/showRecords.ts'
import type { WriteItem } from './write/record/WriteItem.ts'
import type { WriteTransaction, WrittenRecord } from './write/WriteTransaction.ts'

/** Creates and updates many records, and shows the changes of the first instead of the records. */
export async function previewMany({ plans }: SaveManyPlan, show: number, tx: WriteTransaction): Promise<WriteResult> {
  const items = plans.map((plan, index) => withoutAnswer({ plan, path: `${index}.` }))
  return previewChanges(items, show, () => tx.write(items), tx)
}

/**
 * Writes records and shows the changes of the first, with the numbers of those that change and of those that stay the
 * same. Records are read before and after the write, as the caller sees them then.
 */
export async function previewChanges(
  items: readonly WriteItem[],
  show: number,
  write: () => Promise<readonly WrittenRecord[] | void>,
  tx: WriteTransaction,
): Promise<WriteResult> {
  const [first] = items
  if (!first) return { data: '', extraMembers: countMembers([]) }
  const { model } = first.plan
  const named = items.map(({ plan }) => ({ plan, names: writtenNames(plan) }))
  const existing = named.flatMap(({ plan, names }) => (plan.operation === 'update' ? [{ id: plan.id, names }] : []))
  const before = await readStates(existing, model, tx)
  const written = await write()
  const idAt = (index: number) => requireValue(written?.[index]?.id, 'The id of a written record')
  const ids = named.map(({ plan, names }, index) => ({
    id: plan.operation === 'update' ? plan.id : idAt(index),
    names,
  }))
  const after = await readStates(ids, model, tx)
  const compared = named.map(({ plan, names }, index) => {
    const was = plan.operation === 'update' ? before.shift() : 'new'
    return compareStates(was, requireAt(after, index), names, model, tx)
  })
  const shown = compared.map((one) => one.shown)
  return { data: firstOnes(shown, show), extraMembers: countMembers(compared) }
}

/** Shows the ids and titles of the first of the records that will be deleted, and how many there are. */
export async function showTitles(
  model: Model,
  targets: DeleteManyPlan['targets'],
  show: number,
  tx: WriteTransaction,
): Promise<WriteResult> {
  const first = targets.slice(0, show)
  const states = await readStates(
    first.map(({ id }) => ({ id, names: [] })),
    model,
    tx,
  )
  const shown = first.map(({ id }, index) => toNamed(id, states[index], model))
  return { data: firstOnes(shown, show), extraMembers: jsonMember('total', targets.length) }
}
