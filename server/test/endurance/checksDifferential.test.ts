import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkCriteria } from '../../src/criteria/checkCriteria.ts'
import { checkModels } from '../../src/model/checkModels.ts'
import { fieldsIn } from '../../src/model/field/computed.ts'
import { isBuiltIn } from '../../src/model/builtIn/names.ts'
import type { Model } from '../../src/model/Model.ts'
import { maxFaults } from '../../src/plan/Faults.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { saveMany } from '../harness/actions.ts'
import { type Client, type RecordJson, recordOf, recordsOf, type Reply } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Memory } from '../harness/Memory.ts'
import { clientOf, makeRole, makeUser } from '../harness/people.ts'
import { brokenBy } from '../harness/PlainChecks.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { randomChecked, valuesOf } from '../harness/randomChecks.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const schemas = sizeOf({ inCi: 3, long: 12 })
const callsPerSchema = sizeOf({ inCi: 120, long: 300 })
const maxRecords = 15
const Thing = 'org.example.checked.Thing'
const hiddenFields = ['b', 'q']

const counts = { records: 0, written: 0, refused: 0 }

afterAll(() => {
  console.info(`seed ${seed}: ${JSON.stringify(counts)}`)
  // Both happen, however hard the checks of this seed are to pass.
  expect(counts.records).toBeGreaterThan(schemas * callsPerSchema)
  expect(Math.min(counts.written, counts.refused)).toBeGreaterThan(counts.records / 200)
})

/** A user, and the fields that they know. */
interface Writer {
  readonly client: Client
  readonly knows: (name: string) => boolean
}

describe.each(Array.from({ length: schemas }, (_, index) => index))(`random checks (seed ${seed}, %i)`, (index) => {
  const random = randomFrom(seed + index)
  const models = randomChecked(random)
  const model = models.get(Thing)
  const memory = new Memory(models)
  const writers: Writer[] = []
  let database: TestDatabase
  let service: TestService

  beforeAll(async () => {
    const declared = models.all.filter(({ name }) => !isBuiltIn(name)).map((one) => ({ file: 'file', model: one }))
    expect([...checkModels(declared), ...checkCriteria(models, () => 'file')]).toEqual([])
    database = await createDatabase()
    const connection = await Connection.open(database.url)
    await applyMigration(connection, models, { allowDataLoss: true })
    await connection.close()
    service = await startService(database.url, { logLevel: 'error' }, models)
    const admin = await loggedIn(service, 8)
    for (const limit of [{ a: 1, f: true }, { a: 2, f: false }, { a: null }])
      memory.keep('org.example.checked.Limit', {
        record: recordOf(await admin.create('org.example.checked.Limit', limit)),
        links: {},
      })
    writers.push({ client: admin, knows: () => true })
    const seen = model.fields.map(({ name }) => name).filter((name) => !hiddenFields.includes(name))
    const rule = { model: Thing, read: true, create: true, update: true, readFields: seen, writeFields: seen }
    const limits = { model: 'org.example.checked.Limit', read: true }
    const always = { ...rule, condition: { fieldName: 'id', operator: '>', value: 0 } }
    for (const [name, rules] of [
      ['plain', [rule, limits]],
      ['asked', [always, limits]],
    ] as const) {
      const user = await makeUser(admin, name, [await makeRole(admin, name, rules)])
      writers.push({ client: await clientOf(service, database, user.id), knows: (field) => seen.includes(field) })
    }
  })

  afterAll(async () => {
    for (const { client } of writers) client.close()
    await service.stop()
    await database.drop()
  })

  it('refuse what a plain evaluation refuses, and tell each user what they may know', async () => {
    const [{ client: admin }] = writers as [Writer]
    for (let call = 0; call < callsPerSchema; call++)
      await callOnce(pick(random, writers), model, memory, random, admin)
    const stored = await database.query<{ count: string }>('select count(*) from record.org_example_checked_thing')
    expect(Number(stored[0]?.count)).toBe(memory.all(Thing).length)
    for (const { record } of memory.all(Thing).slice(0, 50))
      expect(recordOf(await admin.read(Thing, record.id))).toEqual(record)
  }, 120_000)
})

/** Sends new and changed records in one call, and compares the answer with a plain evaluation. */
async function callOnce(
  writer: Writer,
  model: Model,
  memory: Memory,
  random: () => number,
  admin: Client,
): Promise<void> {
  const size = 1 + Math.floor(random() ** 1.5 * maxRecords)
  const known = memory.all(Thing)
  const drawn = Array.from({ length: size }, () => (random() < 0.5 ? undefined : pickOrNone(random, known)))
  const chosen = drawn.filter((kept, place) => kept === undefined || drawn.indexOf(kept) === place)
  const writes = chosen.map((kept) => toWrite(kept?.record, writer, model, random))
  const expected = writes.map(({ after, before }) => brokenBy(after, before, model, memory))
  const sent = writes.map((write) => write.sent)
  const reply = await saveMany(writer.client, Thing, sent)
  counts.records += writes.length
  const broken = [...new Set(expected.flat())]
  counts[broken.length > 0 ? 'refused' : 'written'] += writes.length
  if (broken.length > 0) return compareRefusal(reply, expected, writer, model)
  // The writer may not see all fields.
  const read = await Promise.all(recordsOf(reply).map(({ id }) => admin.read(Thing, id)))
  for (const one of read) memory.keep(Thing, { record: recordOf(one), links: {} })
}

function pickOrNone<T>(random: () => number, choices: readonly T[]): T | undefined {
  return choices.length === 0 ? undefined : pick(random, choices)
}

interface Write {
  readonly sent: object
  readonly before: RecordJson | undefined
  readonly after: RecordJson
}

function toWrite(before: RecordJson | undefined, writer: Writer, model: Model, random: () => number): Write {
  const known = Object.entries(valuesOf).filter(([name]) => writer.knows(name))
  const entries = known.filter(() => random() < 0.4).map(([name, values]) => [name, pick(random, values)])
  const values = Object.fromEntries(entries)
  const merged: RecordJson = { id: 0, version: 0, ...before, ...values }
  const after = { ...merged, label: labelOf(merged, model) }
  const sent = before ? { id: before.id, version: before.version, ...values } : values
  return { sent, before, after }
}

/** The computed field: `{t}[-{u}]`. */
function labelOf(record: RecordJson, model: Model): string {
  const label = model.fields.find(({ name }) => name === 'label')
  if (label?.type !== 'computed' || fieldsIn(label.template).join() !== 't,u') throw new Error('Not that template.')
  const { t, u } = record
  return `${t ?? ''}${u === null || u === undefined ? '' : `-${u}`}`
}

function compareRefusal(reply: Reply, expected: readonly (readonly string[])[], { knows }: Writer, model: Model): void {
  const isKnown = (name: string) => {
    const check = model.checks?.find((one) => one.name === name)
    return !check || namesIn(check).every(knows)
  }
  const names = [...new Set(expected.flat())].filter(isKnown).sort()
  const data = reply.json?.data as { code: string; checks?: object; message: string }
  expect([reply.status, data.code, Object.keys(data.checks ?? {}).sort()]).toEqual([400, 'invalid-record', names])
  const hidden = expected.flat().some((name) => !isKnown(name))
  expect(data.message.includes('that you may not see')).toBe(hidden)
  const fields = expected.flatMap((broken, index) =>
    broken.filter(isKnown).flatMap((name) => fieldsOf(name, model).map((field) => `${index}.${field}`)),
  )
  if (new Set(fields).size < maxFaults)
    expect(Object.keys(reply.json?.errors ?? {}).sort()).toEqual([...new Set(fields)].sort())
}

function fieldsOf(name: string, model: Model): readonly string[] {
  return model.checks?.find((check) => check.name === name)?.fields ?? [name]
}

/** All fields that a check speaks of, found in its text. */
function namesIn(check: object): string[] {
  const text = JSON.stringify(check)
  const spoken = Array.from(text.matchAll(/"fieldName":"(\w+)|\$(?:record|before)\.(\w+)/g), ([, one, other]) => {
    return one ?? other ?? ''
  })
  return [...spoken, ...('fields' in check && Array.isArray(check.fields) ? check.fields : [])]
}
