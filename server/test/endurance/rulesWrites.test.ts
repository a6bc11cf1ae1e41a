import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isRollup } from '../../src/model/field/rollup.ts'
import { isSecret } from '../../src/model/field/text.ts'
import type { Model } from '../../src/model/Model.ts'
import { auditFields } from '../../src/model/Model.ts'
import { userModel } from '../../src/model/builtIn/names.ts'
import { type RecordJson, recordsOf, type Reply } from '../harness/client.ts'
import { showWhole } from '../harness/compareRecords.ts'
import { isTooCostly } from '../harness/compareSearch.ts'
import { idOf } from '../harness/comparable.ts'
import { type Kept } from '../harness/Memory.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { randomOwnedModels } from '../harness/randomModels.ts'
import { type Attempt, kinds, RandomWrites } from '../harness/randomWrites.ts'
import { RandomRightsService, type Somebody } from '../harness/RandomRightsService.ts'
import { sizeOf } from '../harness/rounds.ts'
import { actionsOf, foresee, type Outcome, send } from '../harness/tryWrite.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const schemas = fc.sample(randomOwnedModels, { seed, numRuns: inject('rounds') ?? 2 })
const perSchema = sizeOf({ inCi: 80, long: 250 })
/** So many that were refused are looked after together. */
const refusedTogether = 8
/** No id that the service gives here is so large. */
const firstNew = 1_000_000

const counts = new Map<string, number>()
let refusedSince = 0

afterAll(() => {
  const shown = [...counts].sort().map(([what, count]) => `${what} ${count}`)
  console.info(`seed ${seed}: ${shown.join(', ')}`)
  const allowed = [...counts].filter(([what]) => what.endsWith('allowed')).reduce((sum, [, count]) => sum + count, 0)
  expect(allowed).toBeGreaterThan(0)
})

describe.each(schemas.map((models, index) => ({ models, index })))(
  `what users with random rules write of random models $index (seed ${seed})`,
  ({ models, index }) => {
    let stage: RandomRightsService

    beforeAll(async () => {
      stage = await RandomRightsService.open(models, { seed: seed + index, roles: 8, users: 8, perModel: 30, open: 10 })
      await refresh(stage)
    })

    afterAll(() => stage.close())

    it('is allowed where a plain evaluation in memory allows it, and changes exactly that', async () => {
      const random = randomFrom(seed + index)
      for (let count = 0; count < perSchema; count++) await attemptOne(stage, random)
      await compareState(stage)
    }, 300_000)
  },
)

async function attemptOne(stage: RandomRightsService, random: () => number): Promise<void> {
  const kind = pick(random, kinds)
  const { somebody, model } = choose(stage, kind, random)
  const { rights, client } = somebody
  const mine = rights.seenMemory()
  const attempt = new RandomWrites(random, rights).next(kind, model, mine)
  if (!attempt) return
  const isDry = random() < 0.15
  const undo = stage.memory.mark()
  const outcome = foresee(rights, model, attempt, mine, firstNew)
  if (isDry) undo()
  const reply = await send(client, model, attempt, isDry)
  if (attempt.kind === 'mass' && isTooCostly(reply)) return undo()
  const what = `${attempt.kind} ${'refused' in outcome ? 'refused' : 'allowed'}`
  counts.set(what, (counts.get(what) ?? 0) + 1)
  try {
    await compareOutcome(outcome, reply, attempt, model, somebody, stage, isDry)
  } catch (error) {
    const told = JSON.stringify({ model: model.name, attempt, outcome, isDry })
    throw new Error(`${String(error)}\n${told}\n${reply.status} ${reply.text.slice(0, 500)}\n${somebody.shown}`, {
      cause: error,
    })
  }
}

/** Mostly somebody who may do such a thing with some records of the model. */
function choose({ users, memory }: RandomRightsService, kind: Attempt['kind'], random: () => number) {
  const models = memory.models.all.filter(({ name }) => name !== userModel)
  const all = users.flatMap((somebody) => models.map((model) => ({ somebody, model })))
  const able = all.filter(({ somebody: { rights }, model: { name } }) =>
    actionsOf(kind).some((action) => rights.of(name, action).length > 0 && rights.of(name, 'read').length > 0),
  )
  return pick(random, able.length > 0 && random() < 0.9 ? able : all)
}

async function compareOutcome(
  outcome: Outcome,
  reply: Reply,
  attempt: Attempt,
  model: Model,
  { rights }: Somebody,
  stage: RandomRightsService,
  isDry: boolean,
): Promise<void> {
  if (attempt.kind === 'restore' && !('refused' in outcome)) {
    expect([200, 400, 409]).toContain(reply.status)
    await refresh(stage)
    return
  }
  if ('refused' in outcome) {
    // Of several records the first that fails tells, and the service need not look at them in our order.
    if (
      attempt.kind === 'bulk' ||
      attempt.kind === 'removeAll' ||
      attempt.kind === 'mass' ||
      hasMembers(attempt, model)
    )
      expect([400, 403, 404, 409]).toContain(reply.status)
    else expect(reply.status).toBe(outcome.refused)
    if (++refusedSince % refusedTogether === 0) await compareState(stage)
    return
  }
  expect(reply.status).toBe(200)
  if (attempt.kind === 'mass') expect(reply.json?.total).toBe(outcome.total)
  const shown = reply.json?.data as RecordJson[]
  await compareState(stage)
  if (isDry || attempt.kind === 'delete' || attempt.kind === 'removeAll' || attempt.kind === 'mass') return
  const mine = rights.seenMemory()
  for (const record of shown) {
    const kept = mine.find(model.name, record.id)
    const whole = stage.memory.find(model.name, record.id)
    const due = kept ? showWhole(kept, model, mine) : { id: record.id, version: whole?.record.version }
    expect(inBrief(record, model)).toEqual(inBrief(due, model))
  }
}

/**
 * Of what a record refers to only the id and which members are shown: a write that changes that as well shows it as it
 * was.
 */
function inBrief(record: object, { fields }: Model): object {
  const isReference = (name: string) => fields.some((field) => field.name === name && field.type === 'reference')
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isReference(name) && value !== null ? [idOf(value), Object.keys(value).toSorted()] : value,
    ]),
  )
}

function hasMembers(attempt: Attempt, { relations }: Model): boolean {
  return (
    'sent' in attempt && relations.some(({ name, type }) => type === 'collection' && Object.hasOwn(attempt.sent, name))
  )
}

/**
 * The state of all records, as the administrator sees it, is that of the memory; moments and new ids are taken from it.
 */
async function compareState(stage: RandomRightsService): Promise<void> {
  const { models } = stage.memory
  const real = new Map<Model, Kept[]>()
  for (const model of models.all) real.set(model, await readAll(stage, model))
  const given = new Map([...real].flatMap(([model, records]) => newIds(stage.memory.all(model.name), records)))
  for (const [model, records] of real)
    expect(
      records.map((kept) => plain(kept, model)),
      model.name,
    ).toEqual(byId(stage.memory.all(model.name).map((kept) => plain(kept, model, given))))
  keepAll(stage, real)
}

function byId<T extends { id: number }>(records: readonly T[]): T[] {
  return records.toSorted((a, b) => a.id - b.id)
}

/** New records have ids of the memory's own until the service has given them theirs, in the same order. */
function newIds(expected: readonly Kept[], real: readonly Kept[]): [number, number][] {
  const known = new Set(expected.map(({ record }) => record.id))
  const made = real.map(({ record }) => record.id).filter((id) => !known.has(id))
  return [...known].filter((id) => id >= firstNew).map((id, index) => [id, made[index] ?? 0])
}

/**
 * What the memory must have foreseen: values by what they mean, links, who wrote, and the version. Rollups are not
 * written.
 */
function plain({ record, links }: Kept, model: Model, given: ReadonlyMap<number, number> = new Map()) {
  const toReal = (id: number) => given.get(id) ?? id
  const fields = model.fields
    .filter((field) => !isSecret(field) && !isRollup(field))
    .map(({ name, type }) => [name, type === 'reference' ? toReal(idOf(record[name]) ?? 0) : (record[name] ?? null)])
  const linked = model.relations.filter(({ type }) => type === 'links').map(({ name }) => [name, links[name] ?? []])
  const { id, version } = record
  return {
    ...Object.fromEntries([...fields, ...linked]),
    id: toReal(id),
    version,
    createdBy: idOf(record['createdBy']),
    updatedBy: idOf(record['updatedBy']),
  }
}

async function refresh(stage: RandomRightsService): Promise<void> {
  for (const model of stage.memory.models.all) keepAll(stage, new Map([[model, await readAll(stage, model)]]))
}

function keepAll({ memory }: RandomRightsService, real: ReadonlyMap<Model, readonly Kept[]>): void {
  for (const [{ name }, records] of real) {
    const ids = new Set(records.map(({ record }) => record.id))
    for (const { record } of memory.all(name)) if (!ids.has(record.id)) memory.forget(name, record.id)
    for (const kept of records) memory.keep(name, kept)
  }
}

async function readAll({ admin }: RandomRightsService, model: Model): Promise<Kept[]> {
  const linked = model.relations.filter(({ type }) => type === 'links').map(({ name }) => name)
  const own = model.fields.filter((field) => !isSecret(field)).map(({ name }) => name)
  const fields = [...own, ...auditFields, ...linked]
  const reply = await admin.exchange('POST', `/ws/rest/${model.name}/search`, {
    body: { fields, limit: 500, total: false },
  })
  return recordsOf(reply).map((shown) => {
    const links = Object.fromEntries(linked.map((name) => [name, (shown[name] as RecordJson[]).map(({ id }) => id)]))
    const record = Object.fromEntries(Object.entries(shown).filter(([name]) => !linked.includes(name)))
    return { record: record as RecordJson, links }
  })
}
