import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { clientOf, Key, type MadeRole, makeKey, makeRole, makeUser, User } from '../harness/people.ts'
import { useService } from '../harness/useService.ts'

// The client's address is what the last proxy says: these tests are that proxy.
const stage = useService({ trustProxy: '127.0.0.1' })
let program: Client
let user: RecordJson
let client: Client
let role: MadeRole

beforeAll(async () => {
  const all = { read: true, create: true, update: true, delete: true }
  role = await makeRole(stage.client, 'everything', [
    { model: '*', ...all },
    { model: Key, ...all },
  ])
  user = await makeUser(stage.client, 'kim', [role])
  client = await clientOf(stage.service, stage.database, user.id)
  program = new Client(stage.service.url)
})
afterAll(() => [client, program].forEach((one) => one.close()))

const tags = `/ws/rest/${Tag}`
const inside = '192.0.2.7'

/** A request with a key from an address. */
function send(token: string, from: string, method = 'GET', path = tags, body?: object): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from }
  return program.exchange(method, path, { headers, ...(body ? { body } : {}) })
}

const codeOf = ({ status, json }: Reply) => [status, (json?.data as { code?: string } | undefined)?.code]
const change = (id: number, version: number, fields: object) => client.update(Key, id, { version, ...fields })

describe('a key from another network', () => {
  const networks = ['192.0.2.0/24', '2001:db8::/32']

  it('is no key: the answer is that to nobody, whatever is asked', async () => {
    const { token } = await makeKey(client, { networks })
    const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
    const requests: [string, string, object?][] = [
      ['GET', tags],
      ['GET', '/ws/me'],
      ['PUT', tags, { data: { name: 'from elsewhere' } }],
      ['PUT', tags, { broken: true }],
      ['GET', '/ws/changes?limit=1'],
      ['GET', '/ws/sign-ins'],
    ]
    for (const [method, path, body] of requests)
      for (const from of ['198.51.100.1', '192.0.3.1', '2001:db9::1', '::1']) {
        const replies = [await send(token, from, method, path, body), await send(wrong, from, method, path, body)]
        expect(replies.map(codeOf)).toEqual([
          [401, 'session-required'],
          [401, 'session-required'],
        ])
      }
    for (const from of [inside, '2001:db8::7', '::ffff:192.0.2.9']) expect((await send(token, from)).status).toBe(200)
  })

  it('is none either where the process knows the key already, and elsewhere does not lock it out', async () => {
    const { token } = await makeKey(client, { networks })
    for (const [from, status] of [
      [inside, 200],
      ['198.51.100.1', 401],
      [inside, 200],
      ['198.51.100.1', 401],
    ] as const)
      expect([from, (await send(token, from)).status]).toEqual([from, status])
  })

  it('cannot claim to be from there: what is before the last proxy may be forged', async () => {
    const { token } = await makeKey(client, { networks })
    expect((await send(token, `${inside}, 198.51.100.1`)).status).toBe(401)
    expect((await send(token, '')).status).toBe(401)
  })

  it.each([
    ['another network', { networks: ['198.51.100.0/24'] }, 401],
    ['its own network again', { networks: ['192.0.2.7'] }, 200],
    ['no network', { networks: null }, 200],
  ])('follows a change at once: %s', async (_, fields, status) => {
    const { id, token } = await makeKey(client, { networks })
    expect((await send(token, inside)).status).toBe(200)
    expect((await change(id, 0, fields)).status).toBe(200)
    expect((await send(token, inside)).status).toBe(status)
  })

  it('is from nowhere if something else than a list was written with SQL', async () => {
    const { id, token } = await makeKey(client, { networks })
    for (const odd of ['"192.0.2.0/24"', '{}', '[]', '[1]', '["nowhere"]', 'true']) {
      await stage.database.query('update record.tabularium_key set networks = $1::jsonb where id = $2', [odd, id])
      expect([odd, (await send(token, inside)).status]).toEqual([odd, 401])
    }
  })
})

describe('a key that only reads', () => {
  it('reads what its user reads, and explains that it may not write', async () => {
    for (const owner of [client, stage.client]) {
      const { id } = recordOf(await owner.create(Tag, { name: `tag of ${owner === client ? 'kim' : 'admin'}` }))
      const { token } = await makeKey(owner, { writes: 'none' })
      expect((await send(token, inside, 'GET', `${tags}/${id}`)).status).toBe(200)
      for (const action of ['create', 'update', 'delete']) {
        const reply = await send(token, inside, 'GET', `/ws/explain/${Tag}?action=${action}`)
        expect(recordOf(reply)).toMatchObject({ allowed: false, why: expect.stringContaining('The key may not') })
      }
      const me = recordOf(await send(token, inside, 'GET', '/ws/me'))
      expect(me).toMatchObject({ admin: false, key: { writes: 'none' }, may: { [Tag]: ['read'], [Key]: ['read'] } })
    }
  })

  it('reads no model of the service beyond what everybody reads, unless its administrator names it', async () => {
    const path = `/ws/rest/${User}`
    const { token } = await makeKey(stage.client, { writes: 'none' })
    expect((await send(token, inside, 'GET', path)).status).toBe(403)
    const named = await makeKey(stage.client, { writes: 'none', models: [User] })
    expect((await send(named.token, inside, 'GET', path)).status).toBe(200)
    expect((await send(named.token, inside)).status).toBe(403)
  })

  it('writes nothing from the moment on when it is told so', async () => {
    const { id, token } = await makeKey(client)
    const write = (name: string) => send(token, inside, 'PUT', tags, { data: { name } })
    expect((await write('before')).status).toBe(200)
    await change(id, 0, { writes: 'none' })
    expect(codeOf(await write('after'))).toEqual([403, 'not-permitted'])
    await change(id, 1, { writes: 'all' })
    expect((await write('again')).status).toBe(200)
  })

  it('makes no key, not even one that reads, and does not end itself', async () => {
    const { id, token } = await makeKey(client, { writes: 'none' })
    const replies = [
      await send(token, inside, 'PUT', `/ws/rest/${Key}`, { data: { name: 'heir', writes: 'none' } }),
      await send(token, inside, 'DELETE', `/ws/rest/${Key}/${id}`),
    ]
    expect(replies.map(codeOf)).toEqual(replies.map(() => [403, 'not-permitted']))
  })
})

describe('a key for some models', () => {
  it.each(['user', 'administrator'])('uses them alone: of a %s', async (kind) => {
    const owner = kind === 'user' ? client : stage.client
    const { token } = await makeKey(owner, { models: [Tag] })
    expect((await send(token, inside)).status).toBe(200)
    expect((await send(token, inside, 'PUT', tags, { data: { name: `by key of ${kind}` } })).status).toBe(200)
    for (const model of [Contact, Company, 'com.example.contacts.Nothing']) {
      const reply = await send(token, inside, 'GET', `/ws/rest/${model}`)
      expect([codeOf(reply), reply.text]).toEqual([
        [403, 'not-permitted'],
        expect.stringContaining('limited to some models'),
      ])
    }
    const body = { data: [{ create: Company, record: { name: 'Acme' } }] }
    expect(codeOf(await send(token, inside, 'POST', '/ws/transaction', body))[0]).toBe(403)
  })

  it('has what its roles and its models have in common', async () => {
    const reading = await makeRole(stage.client, 'reading tags', [{ model: Tag, read: true }])
    const reader = await makeUser(stage.client, 'reader', [reading])
    for (const models of [['*'], ['com.example.contacts.*'], [Tag, Company]]) {
      const { token } = await makeKey(stage.client, { user: { id: reader.id }, models })
      const { may } = recordOf(await send(token, inside, 'GET', '/ws/me')) as unknown as { may: object }
      expect(Object.entries(may).filter(([name]) => name.startsWith('com.'))).toEqual([[Tag, ['read']]])
    }
  })

  it.each([
    [{ models: ['com.example.contacts.Tga'] }, 'Tag'],
    [{ models: [] }, 'list'],
    [{ models: Tag }, 'list'],
    [{ models: [1] }, 'list'],
    [{ networks: ['192.0.2.0/33'] }, 'network'],
    [{ networks: ['fe80::1%eth0'] }, 'network'],
    [{ networks: {} }, 'list'],
    [{ writes: 'some' }, 'writes'],
  ])('is not made by mistake: %j', async (fields, word) => {
    const reply = await client.create(Key, { name: 'odd', ...fields })
    expect(codeOf(reply)).toEqual([400, 'invalid-record'])
    expect(reply.text).toContain(word)
  })
})

describe('a key made by a key', () => {
  it.each([
    [{ models: ['com.example.contacts.*'] }, [{}, { models: ['*'] }, { models: [Tag, User] }], { models: [Tag] }],
    [
      { networks: ['192.0.2.0/24', '2001:db8::/32'] },
      [{}, { networks: ['192.0.2.0/23'] }, { networks: ['192.0.2.7', '198.51.100.7'] }, { networks: ['::/0'] }],
      { networks: ['192.0.2.128/25', '2001:db8:1::/48'] },
    ],
  ])('has no more: %j', async (limits, wider, narrower) => {
    for (const owner of [client, stage.client]) {
      const { token } = await makeKey(owner, limits)
      const make = (fields: object) =>
        send(token, inside, 'PUT', `/ws/rest/${Key}`, { data: { name: 'heir', ...fields } })
      const replies = await Promise.all(wider.map(make))
      expect(replies.map(codeOf)).toEqual(wider.map(() => [403, 'not-permitted']))
      for (const fields of [limits, narrower, { ...limits, writes: 'none' }])
        expect((await make(fields)).json).toMatchObject({ token: expect.any(String) })
    }
  })

  it('does not change the limits of any key', async () => {
    const { id, token } = await makeKey(client, { models: ['*', Key] })
    const free = await makeKey(client)
    for (const [target, fields] of [
      [id, { models: null }],
      [id, { models: [Tag] }],
      [free.id, { expiresOn: '2090-01-01T00:00:00Z' }],
      [free.id, { writes: 'none' }],
    ] as const)
      expect([
        fields,
        codeOf(await send(token, inside, 'POST', `/ws/rest/${Key}/${target}`, { data: { version: 0, ...fields } })),
      ]).toEqual([fields, [403, 'not-permitted']])
  })
})
