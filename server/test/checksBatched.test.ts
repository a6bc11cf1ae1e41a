import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyMigration } from '../src/schema/applyMigration.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { saveMany } from './harness/actions.ts'
import { type Client, recordsOf } from './harness/client.ts'
import { CountingProxy, withoutHousekeeping } from './harness/CountingProxy.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { fair, Show } from './harness/fair.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

let database: TestDatabase
let proxy: CountingProxy
let service: TestService
let client: Client

beforeAll(async () => {
  database = await createDatabase()
  const connection = await Connection.open(database.url)
  await applyMigration(connection, fair, { allowDataLoss: true })
  await connection.close()
  proxy = await CountingProxy.start(database.url)
  service = await startService(proxy.url, withoutHousekeeping, fair)
  client = await loggedIn(service, 64)
})

afterAll(async () => {
  client.close()
  await service.stop()
  proxy.close()
  await database.drop()
})

const right = { startsOn: '2026-05-02', endsOn: '2026-05-03' }
const wrong = { startsOn: '2026-05-02', endsOn: '2026-05-01' }

/** How many statements some work takes. */
async function counted(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.statements
  await work()
  return proxy.statements - before
}

function records(badIndex: number, length = 256): object[] {
  return Array.from({ length }, (_, index) => ({ name: `show ${index}`, ...(index === badIndex ? wrong : {}) }))
}

describe('one bad record of 256', () => {
  beforeAll(async () => {
    // Ids are drawn ahead, which is not counted below.
    for (let round = 0; round < 3; round++) recordsOf(await saveMany(client, Show, records(-1)))
  })

  /** How many statements find out everything that is wrong with a bulk call. */
  const statementsFor = (all: readonly object[], index: number) =>
    counted(async () => {
      const reply = await saveMany(client, Show, all)
      expect(reply.json).toMatchObject({ data: { code: 'invalid-record', index, problemCount: 1, complete: true } })
    })

  it('takes a few statements more in a bulk call of new records, not more with more records', async () => {
    const good = await counted(async () => recordsOf(await saveMany(client, Show, records(-1))))
    const [few, many] = [await statementsFor(records(8, 16), 8), await statementsFor(records(200), 200)]
    // An id or two may be drawn ahead meanwhile.
    expect([good, many - few]).toEqual([expect.toSatisfy(isFew), expect.toSatisfy(isEqual)])
    expect(many).toBeLessThanOrEqual(maxDiagnosis)
  })

  it('takes a few statements more in a bulk call of changes', async () => {
    const made = recordsOf(await saveMany(client, Show, records(-1)))
    const changes = (bad: number, version: number) =>
      made.map(({ id }, index) => ({ id, version, ...(index === bad ? wrong : right) }))
    const good = await counted(async () => recordsOf(await saveMany(client, Show, changes(-1, 0))))
    expect((await statementsFor(changes(200, 1), 200)) - good).toBeLessThanOrEqual(maxDiagnosis)
  })

  it('leaves the others of a batch of single requests in their statement', async () => {
    const taken = await counted(async () => {
      const replies = await Promise.all(
        records(77).map((record) => client.exchange('PUT', `/ws/rest/${Show.name}`, { body: { data: record } })),
      )
      expect(replies.map(({ status }) => status)).toEqual(replies.map((_, index) => (index === 77 ? 400 : 200)))
    })
    // 64 connections send at once, so batches are small; by halving, the bad one alone would take 13 more.
    expect(taken).toBeLessThan(64)
  })
})

/** The most statements of a call that is refused: the write, and a transaction that finds out what is wrong with it. */
const maxDiagnosis = 20

function isEqual(difference: number): boolean {
  return Math.abs(difference) <= 2
}

function isFew(statements: number): boolean {
  return statements >= 1 && statements <= 3
}
