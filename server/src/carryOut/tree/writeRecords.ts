import type { CreatePlan, UpdatePlan } from '../../plan/Plan.ts'
import { type Created, createStatement, drawIdsStatement } from '../../statement/create.ts'
import { lockRecordStatement } from '../../statement/links.ts'
import { readStatement } from '../../statement/read.ts'
import { missingFailure } from '../../statement/refusal.ts'
import type { Stored } from '../../statement/Statement.ts'
import { updateStatement } from '../../statement/update.ts'
import { toConflict } from '../conflict.ts'
import { recordNotFound } from '../require.ts'
import type { Deed, WrittenRecord } from './Deed.ts'
import { changeLinks, withLinkChanges } from './writeLinks.ts'
import { runTogether } from './runTogether.ts'
import { atPlace, type WriteItem } from './WriteItem.ts'
import { writeMembers } from './writeMembers.ts'

/** Writes records and all that belongs to them. The first that cannot be written fails them all. */
export async function writeRecords(items: readonly WriteItem[], deed: Deed): Promise<WrittenRecord[]> {
  const prepared: WriteItem[] = []
  for (const item of items)
    prepared.push(item.plan.relations.length === 0 ? item : { ...item, plan: await withLinkChanges(item.plan, deed) })
  const written = await writeRows(prepared, deed)
  for (const [index, { plan, prefix }] of prepared.entries()) {
    const id = written[index]?.id ?? 0
    for (const write of plan.relations)
      if ('ids' in write) await changeLinks(plan, id, write, prefix, deed)
      else await writeMembers(id, write, plan.note, prefix, deed)
  }
  return written
}

async function writeRows(items: readonly WriteItem[], deed: Deed): Promise<WrittenRecord[]> {
  const { transaction, means } = deed
  const numbered = await drawIds(items, deed)
  const creates = numbered.flatMap(({ plan, id, prefix }) =>
    plan.operation === 'create' ? [{ item: { plan, id }, prefix }] : [],
  )
  const updates = numbered.flatMap(({ plan, prefix }) => (plan.operation === 'update' ? [{ item: plan, prefix }] : []))
  const created = await runTogether(createStatement, creates, transaction, means.models)
  const updated = await runTogether(updateStatement, updates, transaction, means.models)
  const written: WrittenRecord[] = []
  for (const { plan, id, prefix } of numbered) {
    const result = plan.operation === 'create' ? created.shift() : updated.shift()
    written.push({ id, ...(await requireRow(plan, id, prefix, result, deed)) })
  }
  return written
}

/** On the transaction's own connection: who waits for a second one while holding the first may wait for ever. */
async function drawIds(items: readonly WriteItem[], { transaction }: Deed): Promise<(WriteItem & { id: number })[]> {
  const creates = items.filter(({ plan }) => plan.operation === 'create')
  const [first] = creates
  const rows = first ? await transaction.run(drawIdsStatement(first.plan.model, creates.length)) : []
  const ids = rows.map(([id]) => Number(id))
  return items.map((item) => ({ ...item, id: item.plan.operation === 'update' ? item.plan.id : (ids.shift() ?? 0) }))
}

async function requireRow(
  plan: CreatePlan | UpdatePlan,
  id: number,
  prefix: string,
  result: Created | undefined,
  deed: Deed,
): Promise<Stored> {
  if (result && 'version' in result) return result
  if (plan.operation === 'create') throw atPlace(missingFailure(result?.missing ?? []), prefix)
  throw atPlace(await whyNotUpdated(plan, id, result?.missing ?? [], deed), prefix)
}

async function whyNotUpdated(
  plan: UpdatePlan,
  id: number,
  missing: readonly string[],
  { transaction, means }: Deed,
): Promise<Error> {
  const { model } = plan
  const [locked] = await transaction.run(lockRecordStatement(model, id))
  if (!locked) return recordNotFound(id)
  if (missing.length > 0 && Number(locked[1]) === plan.version) return missingFailure(missing)
  const question = [{ operation: 'read', model, id } as const]
  const [current] = readStatement.toResults(
    question,
    await transaction.run(readStatement.toSql(question, means.models)),
  )
  return current ? toConflict(current) : recordNotFound(id)
}
