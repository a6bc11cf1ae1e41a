import { requireAt } from '../../../failure/invariant.ts'
import type { CreatePlan, UpdatePlan } from '../../../plan/Plan.ts'
import { refuseUnread } from '../../../plan/increment.ts'
import { createStatement } from '../../../statement/create.ts'
import { drawIdsStatement } from '../../../statement/drawIds.ts'
import type { RuleVerdict } from '../../../statement/evaluateRules.ts'
import { updateStatement } from '../../../statement/update.ts'
import { evaluateRules, refuseExcess, requireVerdict, needsRowChecks, withoutUnchanged } from './rowRules.ts'
import type { WriteTransaction, WrittenRecord } from '../WriteTransaction.ts'
import { answersAtOnce, showAll, withoutAnswer } from './showRecords.ts'
import { changeLinks, withLinkChanges } from '../relation/writeLinks.ts'
import { guardWebhooksBefore } from '../access/guardWebhooks.ts'
import { countAnswer, counted } from './countAnswer.ts'
import { prepareValues } from './prepareValues.ts'
import { resolveLookups } from './resolveLookups.ts'
import { runBatched } from '../runBatched.ts'
import { refuseStrongerUsers } from '../access/refuseWiderGrants.ts'
import { atPath, forEachRow, type WriteItem } from './WriteItem.ts'
import { type MissedItem, whyNotWritten } from './whyNotWritten.ts'
import { writeMembers } from '../relation/writeMembers.ts'

/** Writes records and checks the caller's rules before and after the write, if the rules depend on the records. */
export async function writeChecked(given: readonly WriteItem[], tx: WriteTransaction): Promise<WrittenRecord[]> {
  const items = await resolveLookups(given, tx)
  const needsChecks = items.map(({ plan }) => needsRowChecks(tx.authorization, plan.model, plan.operation))
  const checked = items.filter((_, index) => needsChecks[index])
  if (checked.length === 0) return writeUnchecked(items, tx)
  const before = await evaluateAll(checked.flatMap(toTargets), tx)
  const prepared = items.map((item, index) => (needsChecks[index] ? prepare(item, before.get(item.plan), tx) : item))
  for (const { plan } of checked)
    if (plan.operation === 'update') {
      await refuseStrongerUsers(plan.model, [plan.id], tx)
      await guardWebhooksBefore(plan.model, [plan.id], tx)
    }
  const written = await writeRecords(prepared.map(withoutAnswer), tx)
  const targets = prepared.map(({ plan }, index) => ({ plan, id: requireAt(written, index).id }))
  const checkedTargets = targets.filter((_, index) => needsChecks[index])
  const after = await evaluateAll(checkedTargets, tx)
  forEachRow(prepared, ({ plan }, index) => {
    if (!after.has(plan)) return
    const original = requireAt(items, index).plan
    const sides = plan.operation === 'create' ? [after.get(plan)] : [before.get(original), after.get(plan)]
    refuseExcess(plan, sides, tx.authorization.rights)
  })
  return showAll(prepared, written, tx)
}

/** Reads records with relations again at the end, since writing the relations may change what they show. */
async function writeUnchecked(items: readonly WriteItem[], tx: WriteTransaction): Promise<WrittenRecord[]> {
  if (items.every(({ plan }) => answersAtOnce(plan))) return writeRecords(items, tx)
  return showAll(items, await writeRecords(items.map(withoutAnswer), tx), tx)
}

type Target = { readonly plan: CreatePlan | UpdatePlan; readonly id: number }

/** Returns an existing record as a target; the rules of a new one are evaluated only after the write. */
export function toTargets({ plan }: WriteItem): Target[] {
  return plan.operation === 'update' ? [{ plan, id: plan.id }] : []
}

/** Evaluates the rules for records of several plans. */
export async function evaluateAll(
  targets: readonly Target[],
  tx: WriteTransaction,
): Promise<Map<CreatePlan | UpdatePlan, RuleVerdict>> {
  const verdicts = new Map<CreatePlan | UpdatePlan, RuleVerdict>()
  for (const group of Map.groupBy(targets, ({ plan }) => `${plan.operation} ${plan.model.name}`).values()) {
    const [first] = group
    if (!first) continue
    const ids = group.map(({ id }) => id)
    const found = await evaluateRules(first.plan.model, ids, first.plan.operation, tx)
    for (const { plan, id } of group) {
      const verdict = found.get(id)
      if (verdict) verdicts.set(plan, verdict)
    }
  }
  return verdicts
}

/** Returns a write without what it does not change, if the caller may do it as far as is known before it. */
export function prepare(item: WriteItem, verdict: RuleVerdict | undefined, tx: WriteTransaction): WriteItem {
  const { plan, path } = item
  return withPath(path, () => {
    const { rights } = tx.authorization
    const isNew = plan.operation === 'create'
    const known = isNew ? undefined : requireVerdict(verdict, plan.model, plan.id, 'update', rights)
    const changed = plan.operation === 'create' || !known ? plan : withoutUnchanged(plan, known)
    if (plan.operation === 'update' && plan.increments)
      refuseUnread(plan.increments, (name) => known?.readable?.has(name) ?? true)
    refuseExcess(changed, known ? [known] : [], rights)
    return { ...item, plan: changed }
  })
}

function withPath<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw atPath(error, path)
  }
}

/** Writes records with their collections and links. The first record that fails fails them all. */
export async function writeRecords(items: readonly WriteItem[], tx: WriteTransaction): Promise<WrittenRecord[]> {
  const prepared: WriteItem[] = []
  for (const item of items)
    prepared.push(item.plan.relations.length === 0 ? item : { ...item, plan: await withLinkChanges(item, tx) })
  const written = await writeRows(prepared, tx)
  for (const [index, { plan, path }] of prepared.entries()) {
    const { id, version } = requireAt(written, index)
    tx.writtenRecords.add(plan, id, version)
    for (const write of plan.relations)
      if ('ids' in write) await changeLinks(plan, id, write, path, tx)
      else await writeMembers(plan, id, write, path, tx)
  }
  return written
}

async function writeRows(given: readonly WriteItem[], tx: WriteTransaction): Promise<WrittenRecord[]> {
  const { transaction, services } = tx
  const items = await prepareValues(given, tx)
  const numbered = await drawIds(items, tx)
  const creates = numbered.flatMap(({ plan, id, path }) =>
    plan.operation === 'create'
      ? [{ item: { plan: { ...plan, counted: true as const }, id, numbers: tx.numbers.next(plan.model) }, path }]
      : [],
  )
  const updates = numbered.flatMap(({ plan, path }) =>
    plan.operation === 'update' ? [{ item: { ...plan, counted: true as const }, path }] : [],
  )
  const count = countAnswer(services.answerLimit)
  // A new record can take a unique value that an update gives up.
  const updated = await runBatched(counted(updateStatement, count), updates, transaction, services.models)
  const created = await runBatched(counted(createStatement, count), creates, transaction, services.models)
  const written: WrittenRecord[] = []
  const missed: MissedItem[] = []
  for (const item of numbered) {
    const result = item.plan.operation === 'create' ? created.shift() : updated.shift()
    if (!result) throw new TypeError('The result of a write is missing.')
    if (result.is === 'written') written.push({ id: item.id, version: result.version, json: result.json })
    else missed.push({ ...item, result })
  }
  if (missed.length > 0) throw await whyNotWritten(missed, tx)
  return written
}

/** Draws ids on the transaction's own connection: waiting for a second connection could deadlock. */
async function drawIds(
  items: readonly WriteItem[],
  { transaction }: WriteTransaction,
): Promise<(WriteItem & { id: number })[]> {
  const creates = items.filter(({ plan }) => plan.operation === 'create')
  const [first] = creates
  const rows = first ? await transaction.run(drawIdsStatement(first.plan.model, creates.length)) : []
  const ids = rows.map(([id]) => Number(id))
  let drawn = 0
  return items.map((item) => ({
    ...item,
    id: item.plan.operation === 'update' ? item.plan.id : requireAt(ids, drawn++),
  }))
}
