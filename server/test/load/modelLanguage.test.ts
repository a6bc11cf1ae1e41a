import { beforeAll, expect, it } from 'vitest'
import { date, expression, formula, integer, model, reference, text } from '../../src/index.ts'
import { saveMany } from '../harness/actions.ts'
import { recordOf, type Reply } from '../harness/client.ts'
import { toModels } from '../harness/everyType.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useModels } from '../harness/useModels.ts'

const Thing = model({
  name: 'cost.Thing',
  title: 'name',
  fields: { name: text({ max: 40 }), days: integer({ required: true }) },
})
const fields = {
  code: text({ required: true, max: 40 }),
  thing: reference(Thing, { required: true }),
  fromOn: date({ required: true }),
}
const declare = (name: string, more: object) =>
  model({ name: `cost.${name}`, title: 'code', list: ['code', 'thing'], fields, ...more })
const [Plain, Own, Other, Read, Kept, Apart] = [
  declare('Plain', { fields: { ...fields, dueOn: date() } }),
  declare('Own', { fields: { ...fields, dueOn: date({ default: expression('fromOn + 14d') }) } }),
  declare('Other', { fields: { ...fields, dueOn: date({ default: expression('fromOn + days(thing.days)') }) } }),
  declare('Read', { fields: { ...fields, dueOn: formula('fromOn + days(thing.days)', date()) } }),
  declare('Kept', { archive: true }),
  declare('Apart', { noOverlap: [{ by: ['thing'], from: 'fromOn', to: 'fromOn', message: 'is lent' }] }),
] as const
const stage = useModels(toModels([Thing, Plain, Own, Other, Read, Kept, Apart]), { maxBulk: '1000' })

const rounds = 12
const together = 16
const perRound = sizeOf({ inCi: 160, long: 640 })
let thing = { id: 0 }
let made = 0

beforeAll(async () => {
  thing = { id: recordOf(await stage.client.create(Thing.name, { name: 'Camera', days: 7 })).id }
})

const values = () => ({ code: `C-${++made}`, thing, fromOn: '2031-01-01' })

/** The time of many calls, some at once. */
async function timeOf(call: () => Promise<Reply>): Promise<number> {
  const begin = performance.now()
  for (let count = 0; count < perRound; count += together)
    for (const { status, text: told } of await Promise.all(Array.from({ length: together }, call)))
      expect(status, told).toBe(200)
  return performance.now() - begin
}

/** How much longer one kind of call takes than another, by the fastest rounds of both in turn. */
async function ratioOf(what: string, one: () => Promise<Reply>, other: () => Promise<Reply>): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    times[0].push(await timeOf(one))
    times[1].push(await timeOf(other))
  }
  const ratio = Math.min(...times[0]) / Math.min(...times[1])
  console.log(`${what}: ${ratio.toFixed(2)} × the time`)
  return ratio
}

const create = (name: string, more: object = {}) => stage.client.create(name, { ...values(), ...more })

it('a default that is computed costs a create at most a twentieth, and a tenth over a reference', async () => {
  const plain = () => create(Plain.name, { dueOn: '2031-01-15' })
  expect(await ratioOf('a default of the record itself', () => create(Own.name), plain)).toBeLessThan(1 / 0.95)
  expect(await ratioOf('a default over a reference', () => create(Other.name), plain)).toBeLessThan(1 / 0.9)
}, 600_000)

it('a formula at read costs a page at most a twentieth', async () => {
  const row = () => ({ code: `R-${++made}`, thing, fromOn: '2031-01-01' })
  for (const { name } of [Read, Plain])
    expect((await saveMany(stage.client, name, Array.from({ length: 1_000 }, row))).status).toBe(200)
  // As autovacuum does before long: without statistics, PostgreSQL guesses how to join.
  await stage.database.query('analyze')
  const page = (name: string) => () =>
    stage.client.find(name, '?fields=code,fromOn,dueOn,thing.days&limit=40&total=false&sortBy=id')
  expect(await ratioOf('a formula at read', page(Read.name), page(Plain.name))).toBeLessThan(1.05)
}, 600_000)

it('a list of which nine tenths are archived costs at most a fifth more than one without them', async () => {
  const [all, few] = [10_000, 1_000]
  for (const [name, count] of [
    [Kept.name, all],
    [Apart.name, few],
  ] as const)
    for (let done = 0; done < count; done += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => ({ ...values(), fromOn: dayOf(done + index) }))
      expect((await saveMany(stage.client, name, rows)).status).toBe(200)
    }
  await stage.database.query('update record.cost_kept set archived_on = now() where id % 10 <> 0')
  await stage.database.query('vacuum analyze record.cost_kept, record.cost_apart')
  const page = (name: string) => () => stage.client.find(name, '?limit=40&total=false')
  expect(await ratioOf('a list with an archive', page(Kept.name), page(Apart.name))).toBeLessThan(1.2)
}, 600_000)

function dayOf(index: number): string {
  return new Date(Date.UTC(2031, 0, 1 + index)).toISOString().slice(0, 10)
}
