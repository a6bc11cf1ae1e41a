import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationName } from '../src/operations/table.ts'
import { parseIdempotencyKey } from '../src/call/parseIdempotencyKey.ts'
import { type Client, type Message, recordOf, type Reply } from './harness/client.ts'
import { Contact, refusal, shown, success, Tag } from './harness/contract.ts'
import { journalOf } from './harness/journalRows.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'
import { anotherUser } from './harness/useModels.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const contacts = `/ws/rest/${Contact}`
const tags = `/ws/rest/${Tag}`
const ada = { firstName: 'Ada', lastName: 'Lovelace' }
let other: { service: TestService; client: Client }
let keys = 0

/** A second process on the same database. */
beforeAll(async () => {
  const service = await startService(stage.database.url)
  other = { service, client: await loggedIn(service, 32) }
})

afterAll(async () => {
  other.client.close()
  await other.service.stop()
})

function newKey(): string {
  return `key-${++keys}`
}

/** One exchange with a key. */
function send(key: string, method: string, path: string, body?: object, client = stage.client): Promise<Reply> {
  const message: Message = { headers: { 'idempotency-key': key }, ...(body ? { body } : {}) }
  return client.exchange(method, path, message)
}

async function create(fields: object = {}): Promise<number> {
  return recordOf(await stage.client.create(Contact, { ...ada, ...fields })).id
}

async function count(table: string, where: string, value: unknown): Promise<number> {
  const [row] = await stage.database.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, [
    value,
  ])
  return row?.n ?? 0
}

const keptKeys = (key: string) => count('tabularium.answers', 'key = $1', key)
const tagsNamed = (name: string) => count('record.com_example_contacts_tag', 'name = $1', name)
const contactsNamed = (name: string) => count('record.com_example_contacts_contact', 'last_name = $1', name)

/** Runs while contacts are locked; requests that were sent meanwhile continue afterwards. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  await stage.database.query('begin')
  try {
    await stage.database.query('lock table record.com_example_contacts_contact in exclusive mode')
    return await work()
  } finally {
    await stage.database.query('commit')
  }
}

/** Statements that wait for the lock. */
async function waiting(): Promise<number> {
  return count(
    'pg_locks',
    'not granted and database = (select oid from pg_database where datname = $1)',
    stage.database.name,
  )
}

/** An answer in the form that is compared with its repeat. */
function told({ status, text, headers }: Reply): object {
  return { status, text, etag: headers.etag, replayed: headers['idempotent-replayed'] }
}

/** The expected repeat of this answer: exactly the same, and marked as replayed. */
function repeatOf(first: Reply): object {
  if (first.status !== 200 || first.headers['idempotent-replayed']) throw new Error(`Not a first answer: ${first.text}`)
  return { ...told(first), replayed: 'true' }
}

describe('a repeat gets exactly the first answer', () => {
  it('of a create, also when the record has changed since, and when it is deleted', async () => {
    const key = newKey()
    const body = { data: { ...ada, preferences: { b: 1.5, a: ['ü', null] } } }
    const first = await send(key, 'PUT', contacts, body)
    const { id } = recordOf(first)
    expect(told(await send(key, 'PUT', contacts, body))).toEqual(repeatOf(first))
    recordOf(await stage.client.update(Contact, id, { version: 0, firstName: 'B' }))
    expect(told(await send(key, 'PUT', contacts, body))).toEqual(repeatOf(first))
    expect((await stage.client.delete(Contact, id)).status).toBe(200)
    expect(told(await send(key, 'PUT', contacts, body, other.client))).toEqual(repeatOf(first))
    expect((await journalOf(stage.database, Contact, id)).map(({ operation }) => operation)).toEqual(['c', 'u', 'd'])
  })

  it('of an update, instead of a conflict', async () => {
    const [key, id] = [newKey(), await create()]
    const body = { data: { version: 0, firstName: 'B' } }
    const first = await send(key, 'POST', `${contacts}/${id}`, body)
    expect(told(await send(key, 'POST', `${contacts}/${id}`, body))).toEqual(repeatOf(first))
    expect(recordOf(await stage.client.read(Contact, id)).version).toBe(1)
  })

  it('of a merge, with what was merged', async () => {
    const [key, id] = [newKey(), await create()]
    recordOf(await stage.client.update(Contact, id, { version: 0, firstName: 'Theirs' }))
    const path = `${contacts}/${id}?onConflict=merge`
    const body = { data: { version: 0, email: 'mine@example.com' } }
    const first = await send(key, 'POST', path, body)
    expect(first.json).toMatchObject({ merged: { base: 0, onto: 1, fields: ['email'] } })
    expect(told(await send(key, 'POST', path, body))).toEqual(repeatOf(first))
    expect(recordOf(await stage.client.read(Contact, id)).version).toBe(2)
  })

  it('of a delete, instead of a record that is not found', async () => {
    const [key, id] = [newKey(), await create()]
    const first = await send(key, 'DELETE', `${contacts}/${id}?version=0`)
    expect(shown(first)).toEqual(success([id]))
    expect(told(await send(key, 'DELETE', `${contacts}/${id}?version=0`))).toEqual(repeatOf(first))
  })

  it('of a restore, of an existing record and of a deleted one', async () => {
    const id = await create()
    recordOf(await stage.client.update(Contact, id, { version: 0, firstName: 'B' }))
    const restore = async (version: number) => {
      const key = newKey()
      const body = { data: { version, toVersion: 0 } }
      const first = await send(key, 'POST', `${contacts}/${id}/restore`, body)
      expect(told(await send(key, 'POST', `${contacts}/${id}/restore`, body))).toEqual(repeatOf(first))
    }
    await restore(1)
    expect((await stage.client.delete(Contact, id)).status).toBe(200)
    await restore(3)
    expect((await journalOf(stage.database, Contact, id)).map(({ operation }) => operation).join('')).toBe('curdr')
  })

  it('with its own request id, while the journal has that of the first', async () => {
    const [key, body] = [newKey(), { data: ada }]
    const as = (requestId: string) =>
      stage.client.exchange('PUT', contacts, { body, headers: { 'idempotency-key': key, 'x-request-id': requestId } })
    const { id } = recordOf(await as('once-1'))
    expect((await as('once-2')).headers['x-request-id']).toBe('once-2')
    expect(await journalOf(stage.database, Contact, id)).toMatchObject([{ version: 0, requestId: 'once-1' }])
  })

  it('a read ignores a key', async () => {
    const [key, id] = [newKey(), await create()]
    for (const path of [contacts, `${contacts}/${id}`, `${contacts}/${id}/history`])
      expect((await send(key, 'GET', path)).headers['idempotent-replayed']).toBeUndefined()
    expect(await keptKeys(key)).toBe(0)
  })
})

describe('a key that was used', () => {
  it('is refused for any other request', async () => {
    const [key, id] = [newKey(), await create()]
    const body = { data: { version: 0, firstName: 'B' } }
    recordOf(await send(key, 'POST', `${contacts}/${id}`, body))
    const replies = [
      await send(key, 'POST', `${contacts}/${id}`, { data: { version: 0, firstName: 'C' } }),
      await send(key, 'POST', `${contacts}/${id}?onConflict=merge`, body),
      await send(key, 'POST', `${contacts}/${await create()}`, body),
      await send(key, 'PUT', contacts, { data: ada }),
      await send(key, 'PUT', tags, { data: { name: 'reused' } }),
      await send(key, 'DELETE', `${contacts}/${id}`),
      await send(key, 'POST', `${contacts}/${id}/restore`, { data: { version: 1, toVersion: 0 } }),
      await stage.client.exchange('POST', `${contacts}/${id}`, {
        body,
        headers: { 'idempotency-key': key, 'if-match': '"0"' },
      }),
    ]
    expect(replies.map(shown)).toEqual(replies.map(() => refusal('key-reused')))
    expect(recordOf(await stage.client.read(Contact, id)).version).toBe(1)
    expect(await tagsNamed('reused')).toBe(0)
  })

  it('belongs to its user: another one may use the same', async () => {
    const [key, grace] = [newKey(), await anotherUser(stage.database, stage.service, 'grace')]
    const mine = recordOf(await send(key, 'PUT', tags, { data: { name: 'mine' } }))
    const hers = recordOf(await send(key, 'PUT', tags, { data: { name: 'hers' } }, grace))
    const again = await send(key, 'PUT', tags, { data: { name: 'hers' } }, grace)
    grace.close()
    expect(hers.id).not.toBe(mine.id)
    expect(recordOf(again)).toEqual(hers)
    expect(await keptKeys(key)).toBe(2)
  })

  it('may be used again when it has expired, for the same request and for another', async () => {
    const key = newKey()
    const first = recordOf(await send(key, 'PUT', tags, { data: { name: 'first' } }))
    const age = () =>
      stage.database.query(
        "update tabularium.answers set created_on = now() - interval '24 hours 1 minute' where key = $1",
        [key],
      )
    await age()
    const second = recordOf(await send(key, 'PUT', tags, { data: { name: 'second' } }))
    expect(second.id).not.toBe(first.id)
    await age()
    expect(shown(await send(key, 'PUT', tags, { data: { name: 'second' } }))).toEqual(
      refusal('not-unique', { data: { field: 'name' } }),
    )
    expect(await keptKeys(key)).toBe(0)
  })

  it('is deleted by housekeeping when it has expired, and not before', async () => {
    const [old, young] = [newKey(), newKey()]
    recordOf(await send(old, 'PUT', tags, { data: { name: 'swept' } }))
    recordOf(await send(young, 'PUT', tags, { data: { name: 'kept' } }))
    await stage.database.query("update tabularium.answers set created_on = now() - interval '2 hours' where key = $1", [
      old,
    ])
    const sweeper = await startService(stage.database.url, { keyLifetime: '1h' })
    await until('the old answer is gone', async () => (await keptKeys(old)) === 0)
    await sweeper.stop()
    expect(await keptKeys(young)).toBe(1)
  })
})

describe('the stored digest of a request', () => {
  const users = '/ws/rest/tabularium.User'
  const ann = { username: 'ann', name: 'Ann', password: 'seven grey geese in a row' }

  /** What is stored for a key, and the fast digest of the request. */
  async function digestsOf(key: string, path: string, operation: OperationName, body: object) {
    const [kept] = await stage.database.query<{ hash: string }>(
      `select encode(request_hash, 'hex') as hash from tabularium.answers where key = $1`,
      [key],
    )
    const model = path.slice('/ws/rest/'.length)
    const request = { operation, model, query: '', address: '', requestId: '', idempotencyKey: key }
    const { idempotency } = parseIdempotencyKey({ ...request, body: Buffer.from(JSON.stringify(body)) })
    const [secret] = await stage.database.query<{ value: Buffer }>('select value from tabularium.secrets')
    const signed = createHmac('sha256', secret?.value ?? '').update(`once ${idempotency?.hash}`)
    return { kept: kept?.hash, fast: signed.digest('hex'), plain: idempotency?.hash }
  }

  it('is a fast one without a password in it, signed with the key in the database', async () => {
    const [key, body] = [newKey(), { data: ada }]
    recordOf(await send(key, 'PUT', contacts, body))
    const { kept, fast, plain } = await digestsOf(key, contacts, 'create', body)
    expect(kept).toBe(fast)
    expect(kept).not.toBe(plain)
  })

  it('is a slow one with a password in it, since a fast one could be tried with many passwords', async () => {
    const [key, many] = [newKey(), newKey()]
    const [body, records] = [{ data: ann }, { records: [{ ...ann, username: 'bea' }] }]
    recordOf(await send(key, 'PUT', users, body))
    recordOf(await send(many, 'POST', users, records))
    for (const { kept, fast } of [
      await digestsOf(key, users, 'create', body),
      await digestsOf(many, users, 'saveMany', records),
    ]) {
      expect(kept).toMatch(/^[0-9a-f]{64}$/)
      expect(kept).not.toBe(fast)
    }
  })

  it('distinguishes a repeat from another request, also in another process', async () => {
    const [key, body] = [newKey(), { data: { ...ann, username: 'cea' } }]
    const first = await send(key, 'PUT', users, body)
    for (const client of [stage.client, other.client]) {
      const again = await send(key, 'PUT', users, body, client)
      expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text])
    }
    const otherPassword = { data: { ...body.data, password: 'eight grey geese in a row' } }
    const withoutPassword = { data: { username: 'cea', name: 'Ann' } }
    for (const another of [otherPassword, withoutPassword])
      expect(shown(await send(key, 'PUT', users, another))).toEqual(refusal('key-reused'))
  })
})

describe('a request that was refused does not use up its key', () => {
  it.each<[string, (key: string, id: number) => Promise<Reply>, number]>([
    ['an invalid record', (key) => send(key, 'PUT', contacts, { data: { firstName: 'A' } }), 400],
    ['a missing reference', (key) => send(key, 'PUT', contacts, { data: { ...ada, company: { id: 999_999 } } }), 400],
    ['a value that is taken', (key) => send(key, 'PUT', tags, { data: { name: 'taken' } }), 409],
    ['a stale version', (key, id) => send(key, 'POST', `${contacts}/${id}`, { data: { version: 5, vip: true } }), 409],
    ['no such record', (key) => send(key, 'DELETE', `${contacts}/9007199254740990`), 404],
    [
      'no such version',
      (key, id) => send(key, 'POST', `${contacts}/${id}/restore`, { data: { version: 0, toVersion: 3 } }),
      404,
    ],
  ])('%s', async (_, refused, status) => {
    const [key, id] = [newKey(), await create()]
    await stage.client.create(Tag, { name: 'taken' })
    expect((await refused(key, id)).status).toBe(status)
    expect((await refused(key, id)).status).toBe(status)
    const first = await send(key, 'POST', `${contacts}/${id}`, { data: { version: 0, firstName: 'Now' } })
    expect(recordOf(first).version).toBe(1)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
  })
})

describe('a key', () => {
  it.each(['', ' ', 'a b', 'x'.repeat(256), 'tab\there'])('cannot be %j', async (key) => {
    expect(shown(await send(key, 'PUT', contacts, { data: ada }))).toEqual(refusal('invalid-parameter'))
  })

  it('cannot be sent twice', async () => {
    const headers = { 'idempotency-key': ['one', 'two'] }
    expect(shown(await stage.client.exchange('PUT', contacts, { body: { data: ada }, headers }))).toEqual(
      refusal('invalid-parameter'),
    )
  })

  it.each([
    'x'.repeat(255),
    '~!"#%&\'()*,/:;<=>?@[\\]^_`{|}',
    "'; drop table tabularium.answers; --".replaceAll(' ', ''),
  ])('can be %s', async (key) => {
    const body = { data: { ...ada, notes: key } }
    const first = await send(key, 'PUT', contacts, body)
    expect(told(await send(key, 'PUT', contacts, body))).toEqual(repeatOf(first))
  })
})

describe('at the same time', () => {
  it('a repeat of a request that is still under way gets 409 with Retry-After', async () => {
    const key = newKey()
    const body = { data: { ...ada, lastName: 'UnderWay' } }
    const { first, second } = await whileLocked(async () => {
      const sent = send(key, 'PUT', contacts, body)
      await until('the first waits for its turn', async () => (await waiting()) === 1)
      return { first: sent, second: await send(key, 'PUT', contacts, body) }
    })
    expect(shown(second)).toEqual(refusal('key-in-use'))
    expect(second.headers['retry-after']).toBe('1')
    const done = await first
    const again = await send(key, 'PUT', contacts, body)
    expect(told(again)).toEqual(repeatOf(done))
    expect(await contactsNamed('UnderWay')).toBe(1)
  })

  it('20 requests with one key create one record', async () => {
    const key = newKey()
    const body = { data: { ...ada, lastName: 'Race' } }
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(key, 'PUT', contacts, body)))
    const done = replies.filter(({ status }) => status === 200)
    expect(new Set(done.map((reply) => recordOf(reply).id)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(shown(reply)).toEqual(refusal('key-in-use'))
    expect(await contactsNamed('Race')).toBe(1)
  })

  it('two processes with the same keys create one record a key, and the second gets the first answer', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Twin ${n}`)
    const sendAll = (client: Client, own: string[]) =>
      own.map((lastName) =>
        send(`twin-${lastName}`.replace(' ', '-'), 'PUT', contacts, { data: { ...ada, lastName } }, client),
      )
    const sent = await whileLocked(async () => {
      const all = [sendAll(stage.client, names.slice(0, 8)), sendAll(other.client, names.slice(4))]
      await until('both processes wait for their turn', async () => (await waiting()) === 2)
      return all
    })
    const [here = [], there = []] = await Promise.all(sent.map((replies) => Promise.all(replies)))
    expect([...here, ...there].map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200))
    for (const n of [4, 5, 6, 7]) {
      const [one, two] = [here[n], there[n - 4]]
      expect(one?.text).toBe(two?.text)
      expect([one, two].filter((reply) => reply?.headers['idempotent-replayed'])).toHaveLength(1)
    }
    const made = await stage.database.query<{ name: string }>(
      "select last_name as name from record.com_example_contacts_contact where last_name like 'Twin %'",
    )
    expect(made.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })

  it('two processes with the same update: one is applied, the other gets the same answer', async () => {
    const [key, id] = [newKey(), await create()]
    const body = { data: { version: 0, firstName: 'Both' } }
    const sent = await whileLocked(async () => {
      const both = [stage.client, other.client].map((client) => send(key, 'POST', `${contacts}/${id}`, body, client))
      await until('both wait for their turn', async () => (await waiting()) === 2)
      return both
    })
    const [one, two] = await Promise.all(sent)
    expect([one?.status, two?.status, one?.text === two?.text]).toEqual([200, 200, true])
    expect(await journalOf(stage.database, Contact, id)).toHaveLength(2)
  })
})
