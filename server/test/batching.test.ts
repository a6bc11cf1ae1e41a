import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveMany } from './harness/actions.ts'
import { type Client, type RecordJson, recordOf, recordsOf } from './harness/client.ts'
import { Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { CountingProxy, withoutHousekeeping } from './harness/CountingProxy.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { manyLoggedIn, startService, type TestService } from './harness/service.ts'

let database: TestDatabase
let proxy: CountingProxy
let service: TestService
let clients: Client[]

beforeAll(async () => {
  database = await createDatabase()
  proxy = await CountingProxy.start(database.url)
  service = await startService(proxy.url, withoutHousekeeping)
  clients = await manyLoggedIn(service, 64)
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  proxy.close()
  await database.drop()
})

async function createOwn(): Promise<RecordJson[]> {
  return Promise.all(
    clients.map(async (client, n) =>
      recordOf(await client.create(Contact, { firstName: `Own ${n}`, lastName: 'Batch' })),
    ),
  )
}

describe('many new records in one call', () => {
  it('are written by one statement, without a transaction around it', async () => {
    const [client] = clients
    if (!client) throw new Error('There is no client.')
    const people = (name: string) => Array.from({ length: 200 }, (_, n) => ({ firstName: `${n}`, lastName: name }))
    recordsOf(await saveMany(client, Contact, people('Before')))
    const before = proxy.statements
    expect(recordsOf(await saveMany(client, Contact, people('Counted'))).length).toBe(200)
    // The session, the ids, the records.
    expect(proxy.statements - before).toBeLessThanOrEqual(3)
  })
})

describe('64 clients at once', () => {
  it('read different records with at most one statement for eight requests, and each gets its own', async () => {
    const records = await createOwn()
    const rounds = 40
    const before = proxy.statements
    await Promise.all(
      clients.map(async (client, n) => {
        const own = records[n]
        if (!own) throw new Error('A client without a record.')
        for (let round = 0; round < rounds; round++)
          expect(shown(await client.read(Contact, own.id))).toEqual(success([own]))
      }),
    )
    const requests = clients.length * rounds
    const statements = proxy.statements - before
    expect(statements).toBeGreaterThan(0)
    expect(requests / statements).toBeGreaterThanOrEqual(8)
  })

  it('find different pages near the start, with at most one statement for four; each gets its own', async () => {
    await createOwn()
    const find = async (client: Client, offset: number) =>
      recordsOf(await client.exchange('GET', `/ws/rest/${Contact}?offset=${offset}&limit=3`)).map(({ id }) => id)
    const [first] = clients
    const expected = first ? await Promise.all(clients.map((_, n) => find(first, n))) : []
    const before = proxy.statements
    for (let round = 0; round < 10; round++)
      expect(await Promise.all(clients.map((client, n) => find(client, n)))).toEqual(expected)
    expect((clients.length * 10) / (proxy.statements - before)).toBeGreaterThanOrEqual(4)
  })

  it('share statements for writes as well, and each write gets its own answer', async () => {
    const records = await createOwn()
    const before = proxy.statements
    const replies = await Promise.all(
      clients.map((client, n) => client.update(Contact, records[n]?.id ?? 0, { version: 0, lastName: `Changed ${n}` })),
    )
    expect(replies.map((reply) => recordOf(reply).fullName)).toEqual(clients.map((_, n) => `Own ${n} Changed ${n}`))
    expect(proxy.statements - before).toBeLessThan(64)
    const deleted = await Promise.all(clients.map((client, n) => client.delete(Contact, records[n]?.id ?? 0)))
    expect(deleted.map(shown)).toEqual(records.map(({ id }) => success([id])))
  })

  it('share statements for writes with a key each, and a repeat writes nothing', async () => {
    const create = (client: Client, n: number) =>
      client.exchange('PUT', `/ws/rest/${Contact}`, {
        body: { data: { firstName: `Keyed ${n}`, lastName: 'Batch' } },
        headers: { 'idempotency-key': `batch-${n}` },
      })
    const before = proxy.statements
    const first = await Promise.all(clients.map(create))
    expect(first.map((reply) => recordOf(reply).firstName)).toEqual(clients.map((_, n) => `Keyed ${n}`))
    expect(proxy.statements - before).toBeLessThan(64)
    const again = await Promise.all(clients.map(create))
    expect(again.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
    const [row] = await database.query<{ kept: number }>(
      "select count(*)::int as kept from record.com_example_contacts_contact where first_name like 'Keyed %'",
    )
    expect(row?.kept).toBe(64)
  })

  it('if one asks for a missing record, only that one gets 404', async () => {
    const records = await createOwn()
    const replies = await Promise.all(
      clients.map((client, n) => client.read(Contact, n % 5 === 0 ? 9_000_000_000 + n : (records[n]?.id ?? 0))),
    )
    for (const [n, reply] of replies.entries())
      expect(shown(reply)).toEqual(n % 5 === 0 ? refusal('record-not-found') : success([records[n]]))
  })

  it('if some create duplicates, only those fail', async () => {
    recordOf(await createTag(0, 'taken'))
    const names = clients.map((_, n) => (n % 10 === 3 ? 'taken' : `tag ${n}`))
    const replies = await Promise.all(names.map((name, n) => createTag(n, name)))
    for (const [n, reply] of replies.entries())
      expect(shown(reply)).toEqual(
        names[n] === 'taken'
          ? refusal('not-unique', { data: { field: 'name' } })
          : success([expect.objectContaining({ name: names[n], version: 0 })]),
      )
    const [row] = await database.query<{ kept: number }>(
      "select count(*)::int as kept from record.com_example_contacts_tag where name like 'tag %'",
    )
    expect(row?.kept).toBe(names.filter((name) => name !== 'taken').length)
  })

  it('if some refer to a company that does not exist, only those fail', async () => {
    const replies = await Promise.all(
      clients.map((client, n) =>
        client.create(Contact, {
          firstName: `Ref ${n}`,
          lastName: 'Batch',
          ...(n % 7 === 0 ? { company: { id: 999_999_999 } } : {}),
        }),
      ),
    )
    const missing = refusal('invalid-record', { errors: { company: 'refers to a record that does not exist' } })
    for (const [n, reply] of replies.entries())
      expect(shown(reply)).toEqual(
        n % 7 === 0 ? missing : success([expect.objectContaining({ firstName: `Ref ${n}` })]),
      )
  })

  it('if two change one record, exactly one of them gets a conflict', async () => {
    const records = await createOwn()
    const replies = await Promise.all(
      clients.map((client, n) => client.update(Contact, records[n >> 1]?.id ?? 0, { version: 0, lastName: `By ${n}` })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(32)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(32)
    for (const [n, reply] of replies.entries())
      if (reply.status === 200) expect(recordOf(reply).lastName).toBe(`By ${n}`)
  })
})

describe('one client alone', () => {
  it('does not wait: one statement for a read, which also checks the session', async () => {
    const [client] = clients
    if (!client) throw new Error('No client.')
    const { id } = recordOf(await client.create(Contact, { firstName: 'A', lastName: 'B' }))
    await client.read(Contact, id)
    const before = proxy.statements
    for (let n = 0; n < 10; n++) await client.read(Contact, id)
    expect(proxy.statements - before).toBe(10)
  })
})

function createTag(n: number, name: string) {
  const client = clients[n]
  if (!client) throw new Error('No such client.')
  return client.create(Tag, { name })
}
