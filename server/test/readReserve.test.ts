import { Client as Postgres } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { scrape } from './harness/metrics.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

/** Writes of many shapes, which share no statements: each holds a connection. */
const shapes = ['firstName', 'lastName', 'email', 'notes', 'phone', 'birthDate', 'credit', 'vip'] as const
const values = ['A', 'B', 'c@example.com', 'd', '+1', '2000-01-01', '1.00', true]
let database: TestDatabase
let service: TestService
let client: Client
let ids: number[]
let locker: Postgres

beforeAll(async () => {
  database = await createDatabase()
  service = await startService(database.url, { poolSize: '5', statementTimeout: '20s', queueTimeout: '2s' })
  client = await loggedIn(service, 64)
  ids = []
  for (const shape of shapes) ids.push(recordOf(await client.create(Contact, { firstName: shape, lastName: 'L' })).id)
  locker = new Postgres({ connectionString: database.url })
  await locker.connect()
})

afterAll(async () => {
  client.close()
  await locker.end()
  await service.stop()
  await database.drop()
})

describe('writes that wait', () => {
  it('leave connections to reads', async () => {
    await locker.query('begin')
    await locker.query('select from record.com_example_contacts_contact for update')
    let answered = 0
    const writes = shapes.map(async (shape, n) => {
      const reply = await client.update(Contact, ids[n] ?? 0, { version: 0, [shape]: values[n] })
      answered += 1
      return reply.status
    })
    await until('writes wait for a connection', async () => {
      return ((await scrape(service)).get('tabularium_pool_waiting{lane="write"}') ?? 0) > 0
    })
    const reads = await Promise.all(ids.map((id) => client.read(Contact, id)))
    expect(reads.map(({ status }) => status)).toEqual(ids.map(() => 200))
    expect((await client.find(Contact)).status).toBe(200)
    // Those that found no connection may have been refused by now, but none was written.
    expect(answered).toBeLessThan(shapes.length)
    await locker.query('rollback')
    expect(await Promise.all(writes)).toContain(200)
  })
})
