import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/operations/table.ts'
import { toApiKey } from '../src/session/apiKey.ts'
import { type Client, recordOf } from './harness/client.ts'
import { Contact, refusal, shown } from './harness/contract.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { FaultyProxy } from './harness/FaultyProxy.ts'
import { examples, toExample } from './harness/operationExamples.ts'
import { until } from './harness/poll.ts'
import { askReady, loggedIn, startService, type TestService } from './harness/service.ts'
import { sendingMails } from './harness/sendingMails.ts'
import { sizeOf } from './harness/rounds.ts'
import { timed } from './harness/timed.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace' }
let database: TestDatabase
let proxy: FaultyProxy
let service: TestService
let client: Client
let id: number

beforeAll(async () => {
  database = await createDatabase()
  proxy = await FaultyProxy.start(database.url)
  service = await startService(proxy.url, {
    connectTimeout: '300ms',
    queueTimeout: '500ms',
    statementTimeout: '500ms',
    ...sendingMails,
  })
  client = await loggedIn(service, 16)
  id = recordOf(await client.create(Contact, ada)).id
})

afterAll(async () => {
  client.close()
  await service.stop()
  proxy.close()
  await database.drop()
})

async function back(): Promise<void> {
  proxy.mode = 'pass'
  await until('the service is back', async () => (await client.find(Contact)).status === 200)
}

/** The operations that ask the database. */
const needing = operations.filter(({ name, isScim }) => !examples[name].needsNothing && !isScim)

/** What the examples of operations are about; while the database is away, none of it is found. */
const subjects = {
  model: Contact,
  values: ada,
  comment: 1,
  changeSet: 1,
  webhook: 1,
  key: 1,
  action: 'com.example.none',
  input: {},
  links: { reset: 'none', invitation: 'none', address: 'none' },
  username: 'invited',
  scimUser: 1,
}

describe.each([
  ['refuses connections', 'refuse'],
  ['is frozen and answers nothing', 'freeze'],
] as const)('while the database %s', (_, mode) => {
  it('every request is answered in time, 503 with Retry-After; writes have their outcome', timed, async () => {
    proxy.mode = mode
    const start = performance.now()
    const [found, read, created, updated, deleted] = await Promise.all([
      client.find(Contact),
      client.read(Contact, id),
      client.create(Contact, ada),
      client.update(Contact, id, { version: 0 }),
      client.delete(Contact, id),
    ])
    expect(performance.now() - start).toBeLessThan(8_000)
    for (const reply of [found, read]) expect(shown(reply)).toEqual(refusal('unavailable'))
    for (const reply of [created, updated, deleted])
      expect(shown(reply)).toEqual(
        refusal('unavailable', { data: { outcome: expect.stringMatching(/^(not-applied|unknown)$/) } }),
      )
    expect(found.headers['retry-after']).toMatch(/^\d+$/)
    await back()
  })

  it('operations of all kinds are answered 503, and those that write have their outcome', timed, async () => {
    proxy.mode = mode
    const replies = await Promise.all(
      needing.map(async (operation) => {
        const { method, path, body } = toExample(operation, { ...subjects, record: { id, version: 0 } })
        return [operation.name, shown(await client.exchange(method, path, body ? { body } : {}))] as const
      }),
    )
    const outcome = expect.stringMatching(/^(not-applied|unknown)$/)
    const expected = needing.map(({ name, writes }) => {
      // A logout changes no record, but it writes the end of the session.
      const isTold = writes || name === 'logout'
      return [name, refusal('unavailable', isTold ? { data: { outcome } } : {})] as const
    })
    expect(replies).toEqual(expected)
    await back()
  })

  it('those of SCIM are answered so in its form', timed, async () => {
    proxy.mode = mode
    const headers = { authorization: `Bearer ${toApiKey(randomBytes(32))}` }
    const replies = await Promise.all(
      operations
        .filter(({ isScim }) => isScim)
        .map((operation) => {
          const { method, path, body } = toExample(operation, { ...subjects, record: { id, version: 0 } })
          return client.exchange(method, path, { cookie: null, headers, ...(body ? { body } : {}) })
        }),
    )
    expect(replies.length).toBeGreaterThan(0)
    for (const { status, headers: answered, json } of replies) {
      expect([status, answered['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(json).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '503' })
    }
    await back()
  })

  it('logging in is answered 503 as well, and not ready is said', async () => {
    proxy.mode = mode
    expect(shown(await client.exchange('POST', '/callback', { body: { username: 'admin', password: 'x' } }))).toEqual(
      refusal('unavailable'),
    )
    const health = await askReady(service)
    expect(health).toBe(503)
    await back()
  })

  it('nothing was written, and it resumes by itself', async () => {
    expect(recordOf(await client.read(Contact, id)).version).toBe(0)
  })
})

describe('an answer that is lost on the way back', () => {
  it('makes the outcome of a write unknown, and a read is sent again', async () => {
    const record = recordOf(await client.create(Contact, ada))
    proxy.mode = 'swallow'
    const reply = await client.update(Contact, record.id, { version: 0, firstName: 'Lost' })
    expect(shown(reply)).toEqual(
      refusal('unavailable', { data: { outcome: expect.stringMatching(/^(not-applied|unknown)$/) } }),
    )
    await back()
    const after = recordOf(await client.read(Contact, record.id))
    const { outcome } = (reply.json?.data ?? {}) as { outcome?: string }
    if (outcome === 'not-applied') expect(after.version).toBe(0)
    else expect([0, 1]).toContain(after.version)
  })
})

describe('a database that grants fewer connections than the pool may have', () => {
  it('refuses nothing: the connections that are open do the work', async () => {
    const role = `limited_${database.name}`
    await database.query(`create role ${role} login connection limit 4 in role postgres`)
    const url = new URL(database.url)
    url.username = role
    const limited = await startService(url.href, { poolSize: '10', queueTimeout: '2s' })
    const many = await loggedIn(limited, 40)
    const statuses = new Set<number>()
    const start = performance.now()
    // Longer than the first connection that is refused may wait.
    while (performance.now() - start < sizeOf({ inCi: 2_500, long: 4_000 })) {
      const replies = await Promise.all([
        ...Array.from({ length: 10 }, () => many.create(Contact, ada)),
        ...Array.from({ length: 30 }, (_, limit) => many.find(Contact, `?limit=${limit + 1}`)),
      ])
      for (const { status } of replies) statuses.add(status)
    }
    expect([...statuses]).toEqual([200])
    expect(limited.logs()).not.toContain('the database cannot be reached')
    many.close()
    await limited.stop()
    await database.query(`drop role ${role}`)
  })
})
