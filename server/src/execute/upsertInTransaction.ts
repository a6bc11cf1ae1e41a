import type { Envelope } from '../envelope/Envelope.ts'
import { toDataEnvelope } from '../envelope/success.ts'
import { Failure } from '../failure/failure.ts'
import { requireAt, requireValue } from '../failure/invariant.ts'
import { type JsonMembers, joinMembers, jsonMember } from '../text/json.ts'
import { lookupValues } from '../plan/Lookup.ts'
import type { UpdatePlan } from '../plan/Plan.ts'
import { repeatsKey } from '../plan/upsert.ts'
import type { UpsertPlan, UpsertRecord } from '../plan/UpsertPlan.ts'
import { findByKeyStatement, type FoundByKey } from '../statement/findByKey.ts'
import { tooLargeWrite } from '../statement/limit/answerSize.ts'
import { type WriteResult, withChangeSet, writeInTransaction } from './inTransaction.ts'
import type { ExecutionServices, TransactionServices } from './ExecutionServices.ts'
import { lockInOrder } from './write/lock/lockInOrder.ts'
import { readInTransaction } from './write/readInTransaction.ts'
import { runBatched } from './write/runBatched.ts'
import type { WriteItem } from './write/record/WriteItem.ts'
import type { WriteTransaction } from './write/WriteTransaction.ts'
import { isUnchanged, type ReadRecords, showUnchanged, toCreates, toUpdate } from './upsertRecord.ts'
import { withoutNewIds } from './withoutNewIds.ts'

/** The records that were found by their keys; those that were not are missing. */
type Found = Map<UpsertRecord, FoundByKey>
type Outcome = 'created' | 'updated' | 'unchanged'

/**
 * Writes the records that differ from what was sent, all of them or none. The first comparison takes no lock and no
 * transaction: if nothing differs, nothing else happens.
 */
export async function upsertInTransaction(plan: UpsertPlan, services: ExecutionServices): Promise<Envelope> {
  const { context } = plan
  const sent = plan.records.filter((record) => record.operation === 'upsert')
  const found = toFound(sent, await services.run.findAllByKey(sent))
  const isNothing = sent.length === plan.records.length && sent.every((record) => staysAsItIs(record, found))
  if (!isNothing || context.idempotency) {
    const expected = toItems(plan, found, services)
    const plans = expected.map(({ item }) => item.plan)
    const owner = plan.isSingle ? withChangeSet(context, plans[0]) : { ...context, changeSet: 'upsert' as const }
    return writeInTransaction(plans, owner, services, (tx) => writeDifferent(plan, found, expected, tx))
  }
  const read: ReadRecords = async (plans) => Promise.all(plans.map(services.run.read))
  const { data, extraMembers } = await toWriteResult(plan, found, new Map(), read, services)
  const members = context.dryRun ? joinMembers([extraMembers, jsonMember('dryRun', true)]) : extraMembers
  return toDataEnvelope({ data, extraMembers: members })
}

function toFound(records: readonly UpsertRecord[], results: readonly (FoundByKey | undefined)[]): Found {
  return new Map(records.flatMap((record, index) => (results[index] ? [[record, results[index]]] : [])))
}

function staysAsItIs(record: UpsertRecord | UpdatePlan, found: Found): boolean {
  const known = record.operation === 'upsert' ? found.get(record) : undefined
  return known !== undefined && record.operation === 'upsert' && isUnchanged(record, known)
}

/**
 * Locks the records that differ and compares them again: no other transaction changes them after that.
 * New records follow, in the order of their keys. So two calls with the same keys wait for each other and never for
 * both at once.
 */
async function writeDifferent(
  plan: UpsertPlan,
  first: Found,
  expected: readonly RecordToWrite[],
  tx: WriteTransaction,
): Promise<WriteResult> {
  const different = [...first.keys()].filter((record) => !staysAsItIs(record, first))
  await lockInOrder({ writes: expected.map(({ item }) => item.plan), isRead: true }, tx)
  const found = new Map(first)
  for (const record of different) found.delete(record)
  for (const [record, again] of await findAgain(different, tx)) found.set(record, again)
  refuseSameRecords(plan, found)
  const items = toItems(plan, found, tx.services, expected)
  const results = await tx.write(items.map(({ item }) => item))
  const texts = new Map(items.map(({ record }, index) => [record, requireAt(results, index).json]))
  const answer = await toWriteResult(plan, found, texts, (plans) => readInTransaction(plans, tx), tx.services)
  const version = plan.isSingle ? (results[0]?.version ?? [...found.values()][0]?.version) : undefined
  const data = plan.context.dryRun
    ? answer.texts.map((text) => withoutNewIds(text, plan, tx.writtenRecords)).join()
    : answer.data
  return { data, extraMembers: answer.extraMembers, ...(version === undefined ? {} : { version }) }
}

async function findAgain(
  records: readonly UpsertRecord[],
  { transaction, services }: WriteTransaction,
): Promise<Found> {
  if (records.length === 0) return new Map()
  const items = records.map((item) => ({ item, path: item.path }))
  return toFound(records, await runBatched(findByKeyStatement, items, transaction, services.models))
}

/** Two records of a request can be the same one if it is named by its id and by its key, or by different keys. */
function refuseSameRecords({ records, key }: UpsertPlan, found: Found): void {
  const seen = new Map<number, number>()
  for (const [index, record] of records.entries()) {
    const id = record.operation === 'update' ? record.id : found.get(record)?.id
    if (id === undefined) continue
    const earlier = seen.get(id)
    seen.set(id, index)
    if (earlier === undefined) continue
    const field = `${index}.${record.operation === 'update' ? 'id' : key[0]}`
    const message = `The record was not accepted; see errors for each field: ${field}.`
    throw new Failure('invalid-record', message, { errors: { [field]: repeatsKey(earlier) } })
  }
}

interface RecordToWrite {
  readonly record: UpsertRecord | UpdatePlan
  readonly item: WriteItem
}

/** What must be written. `expected` has what was planned before, so that nothing is planned twice. */
function toItems(
  plan: UpsertPlan,
  found: Found,
  services: TransactionServices,
  expected: readonly RecordToWrite[] = [],
): RecordToWrite[] {
  return [...toUpdated(plan, found), ...toCreated(plan, found, services, expected)]
}

function toUpdated(plan: UpsertPlan, found: Found): RecordToWrite[] {
  return plan.records.flatMap((record, index): RecordToWrite[] => {
    if (record.operation === 'update')
      return [{ record, item: { plan: withSelection(record, plan), path: `${index}.` } }]
    const known = found.get(record)
    if (!known || isUnchanged(record, known)) return []
    return [{ record, item: { plan: toUpdate(record, known, plan), path: record.path } }]
  })
}

/** The new records, in the order of their keys. */
function toCreated(
  plan: UpsertPlan,
  found: Found,
  { models }: TransactionServices,
  expected: readonly RecordToWrite[],
): RecordToWrite[] {
  const planned = new Map(expected.map(({ record, item }) => [record, item]))
  const records = plan.records.filter((record) => record.operation === 'upsert').filter((one) => !found.has(one))
  const isPlanned = (record: UpsertRecord) => planned.get(record)?.plan.operation === 'create'
  for (const [record, create] of toCreates(
    records.filter((record) => !isPlanned(record)),
    plan,
    models,
  ))
    planned.set(record, { plan: create, path: record.path })
  const created = records.map((record) => ({ record, item: requireValue(planned.get(record), 'A new record') }))
  return created.toSorted((a, b) => (keyText(a.record) < keyText(b.record) ? -1 : 1))
}

function withSelection(update: UpdatePlan, { selection }: UpsertPlan): UpdatePlan {
  return selection ? { ...update, selection } : update
}

function keyText({ key }: UpsertRecord): string {
  return JSON.stringify(lookupValues(key))
}

/** The records in the order of the request, each as it was written or found. */
async function toWriteResult(
  plan: UpsertPlan,
  found: Found,
  written: ReadonlyMap<UpsertRecord | UpdatePlan, string>,
  read: ReadRecords,
  { answerLimit }: TransactionServices,
): Promise<{ texts: string[]; data: string; extraMembers: JsonMembers }> {
  const outcomes = plan.records.map((record): Outcome => {
    if (!written.has(record)) return 'unchanged'
    return record.operation === 'update' || found.has(record) ? 'updated' : 'created'
  })
  const known = plan.records.flatMap((record) =>
    record.operation === 'update' || written.has(record) ? [] : [requireValue(found.get(record), 'A known record')],
  )
  const shown = (await showUnchanged(known, plan, read)).values()
  const texts = plan.records.map((record) => written.get(record) ?? shown.next().value ?? '')
  const data = texts.join()
  if (texts.length > 1 && Buffer.byteLength(data) > answerLimit) throw tooLargeWrite(answerLimit)
  return { texts, data, extraMembers: jsonMember('outcomes', outcomes) }
}
