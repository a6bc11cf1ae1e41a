import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireAt } from '../../src/failure/invariant.ts'
import { date, model, reference, series, text } from '../../src/index.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { saveMany } from '../harness/actions.ts'
import { Cluster } from '../harness/Cluster.ts'
import { admin, type Client, recordOf, recordsOf, type RecordJson } from '../harness/client.ts'
import { runTabularium } from '../harness/commandLine.ts'
import { toModels } from '../harness/everyType.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'

// What conditions and series cost writes, on a PostgreSQL whose commits are as durable as in production.

const Place = model({
  name: 'price.Place',
  title: 'code',
  fields: { code: text({ required: true, max: 10, unique: true }) },
})
const fields = { place: reference(Place, { required: true }), fromOn: date({ required: true }) }
const declare = (name: string, more: object, own: object = {}) =>
  model({ name: `price.${name}`, title: 'id', fields: { ...fields, ...own }, ...more })
const message = 'is taken'
const Plain = declare('Plain', {})
const Apart = declare('Apart', {
  noOverlap: [{ name: 'apart', by: ['place'], from: 'fromOn', to: 'fromOn', message }],
})
const Most = declare('Most', { atMost: [{ name: 'most', count: 10_000, by: ['place'], message }] })
const Numbered = declare('Numbered', {}, { number: series('N-{number:7}') })
const ByPlace = declare('ByPlace', {}, { number: series('{place.code}-{number:7}', { per: ['place'] }) })
const models = toModels([Place, Plain, Apart, Most, Numbered, ByPlace])

const rounds = sizeOf({ inCi: 12, long: 24 })
const clients = 64
let cluster: Cluster
let service: TestService
let client: Client
let places: RecordJson[]
let day = 0

beforeAll(async () => {
  cluster = await Cluster.start({ durable: true })
  const url = cluster.urlOf('postgres')
  const connection = await Connection.open(url)
  await applyMigration(connection, models, { allowDataLoss: false })
  await connection.close()
  await runTabularium(
    ['user', 'add', admin.username, '--admin', '--password-stdin'],
    { DATABASE_URL: url },
    admin.password,
  )
  service = await startService(url, { maxBulk: '1000', bodyLimit: '8MiB' }, models)
  client = await loggedIn(service, clients)
  places = recordsOf(
    await saveMany(
      client,
      Place.name,
      Array.from({ length: 64 }, (_, n) => ({ code: `P${n}` })),
    ),
  )
}, 120_000)

afterAll(async () => {
  client.close()
  await service.stop()
  await cluster.stop()
})

/** A new record; on a day on which no other is. */
const row = (place: number) => ({
  place: { id: requireAt(places, place % places.length).id },
  fromOn: new Date(Date.UTC(2031, 0, ++day)).toISOString().slice(0, 10),
})

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/** The share of the speed that work has of other work, by the fastest turns of both. */
async function shareOf(what: string, work: () => Promise<void>, base: () => Promise<void>): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    times[0].push(await timeOf(work))
    times[1].push(await timeOf(base))
  }
  const share = Math.min(...times[1]) / Math.min(...times[0])
  console.log(`${what}: ${share.toFixed(2)} of the speed`)
  return share
}

describe('writes', () => {
  const bulk = (name: string) => async () => {
    const reply = await saveMany(
      client,
      name,
      Array.from({ length: 1_000 }, (_, n) => row(n)),
    )
    expect(reply.status, reply.text.slice(0, 300)).toBe(200)
  }
  const inserts = (table: string) => async () => {
    const from = day
    day += 1_000
    await cluster.query(`insert into record.${table} (id, version, created_on, updated_on, place, from_on)
      select 5000000 + n, 0, now(), now(), 1 + n % 64, date '2031-01-01' + n
      from generate_series(${from}, ${from + 999}) as n`)
  }
  const single = (name: string, among: number) => async (): Promise<void> => {
    const each = Array.from({ length: clients }, async (_, own) => {
      for (let n = 0; n < 8; n++) recordOf(await client.create(name, row((own + n) % among)))
    })
    await Promise.all(each)
  }

  it('of a thousand records with conditions over them', async () => {
    expect(await shareOf('bulk creates with atMost', bulk(Most.name), bulk(Plain.name))).toBeGreaterThan(0.85)
    // The aim is 0.8: PostgreSQL alone has 0.35, since it asks the index about each row.
    const alone = await shareOf('inserts of PostgreSQL with noOverlap', inserts('price_apart'), inserts('price_plain'))
    const share = await shareOf('bulk creates with noOverlap', bulk(Apart.name), bulk(Plain.name))
    expect(share).toBeGreaterThan(Math.min(alone, 0.8))
  }, 600_000)

  it('with a number by what the record says', async () => {
    const plain = single(Numbered.name, 64)
    expect(await shareOf('a series with one period', single(ByPlace.name, 1), plain)).toBeGreaterThan(0.7)
    expect(await shareOf('a series with 64 periods', single(ByPlace.name, 64), plain)).toBeGreaterThan(0.9)
  }, 600_000)

  // A refused one is tried, rolled back and asked again for what it clashes with.
  it('that overlap are refused in at most three times what others take, at the 99th percentile', async () => {
    const [accepted, refused]: [number[], number[]] = [[], []]
    const taken = row(0)
    recordOf(await client.create(Apart.name, taken))
    for (let count = 0; count < 1_000; count++) {
      const next = row(0)
      accepted.push(await timeOf(async () => void recordOf(await client.create(Apart.name, next))))
      refused.push(await timeOf(async () => expect((await client.create(Apart.name, taken)).status).toBe(409)))
    }
    const ratio = percentile(refused) / percentile(accepted)
    console.log(`a refused write: ${ratio.toFixed(2)} × the 99th percentile of an accepted one`)
    expect(ratio).toBeLessThan(3)
  }, 600_000)
})

function percentile(times: readonly number[]): number {
  return requireAt(
    times.toSorted((one, other) => one - other),
    Math.floor(times.length * 0.99),
  )
}
