import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Tag } from '../harness/contract.ts'
import { clientOf, Key, type MadeRole, makeKey, makeRole, makeUser, User } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
let program: Client
let user: RecordJson
let client: Client
let other: Client
let role: MadeRole
let wide: MadeRole

beforeAll(async () => {
  role = await makeRole(stage.client, 'tags', [{ model: Tag, read: true, create: true }])
  wide = await makeRole(stage.client, 'everything', [{ model: '*', read: true, create: true, update: true }])
  user = await makeUser(stage.client, 'kim', [role, wide])
  client = await clientOf(stage.service, stage.database, user.id)
  other = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'lee', [wide])).id)
  program = new Client(stage.service.url)
})
afterAll(() => [client, other, program].forEach((one) => one.close()))

type Rotated = RecordJson & { readonly token: string }

const path = (id: number) => `/ws/keys/${id}/rotate`
const rotate = (by: Client, id: number, body: object = {}) => by.exchange('POST', path(id), { body })
const rotatedOf = (reply: Reply): Rotated => ({
  ...recordOf(reply),
  token: (reply.json as unknown as { token: string }).token,
})

function send(token: string, method = 'GET', target = `/ws/rest/${Tag}`, body?: object): Promise<Reply> {
  return program.exchange(method, target, {
    headers: { authorization: `Bearer ${token}` },
    ...(body ? { body } : {}),
  })
}

const codeOf = ({ status, json }: Reply) => [status, (json?.data as { code?: string } | undefined)?.code]
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const shownLimits = 'user.username,name,expiresOn,writes,models,networks,scope,roles.name'
const limitsOf = async (id: number) => {
  const target = `/ws/rest/${Key}/${id}?fields=${shownLimits}`
  const { id: _, version: __, ...limits } = recordOf(await stage.client.exchange('GET', target))
  return limits
}

describe('a rotated key', () => {
  it('has the limits of the old one, which works until the overlap has passed', async () => {
    const limits = { roles: [{ id: role.id }], models: [Tag], networks: ['127.0.0.0/8'], expiresOn: soon(48) }
    const old = await makeKey(client, { name: 'nightly', writes: 'none', ...limits })
    const made = rotatedOf(await rotate(client, old.id, { overlap: '1h' }))
    expect(made.token).toMatch(/^tab_[0-9A-Za-z]{46}$/)
    const before = await limitsOf(old.id)
    expect(await limitsOf(made.id)).toEqual({ ...before, expiresOn: limits.expiresOn })
    expect(Date.parse(String(before.expiresOn))).toBeLessThan(Date.parse(soon(1.01)))
    for (const token of [old.token, made.token]) {
      expect((await send(token)).status).toBe(200)
      expect(codeOf(await send(token, 'PUT', `/ws/rest/${Tag}`, { data: { name: 'x' } }))).toEqual([
        403,
        'not-permitted',
      ])
    }
    expect((await client.history(Key, old.id)).text).toContain('expiresOn')
  })

  it('ends the old one at once if there is no overlap', async () => {
    const old = await makeKey(client)
    const { token } = rotatedOf(await rotate(client, old.id, { overlap: '0s' }))
    expect(codeOf(await send(old.token))).toEqual([401, 'session-required'])
    expect((await send(token)).status).toBe(200)
  })

  it('does not make the old one live longer', async () => {
    const old = await makeKey(client, { expiresOn: soon(1) })
    const { id } = rotatedOf(await rotate(client, old.id, { overlap: '90d', expiresOn: soon(24 * 365) }))
    expect(Date.parse(String((await limitsOf(old.id)).expiresOn))).toBeLessThan(Date.parse(soon(1.01)))
    expect(Date.parse(String((await limitsOf(id)).expiresOn))).toBeGreaterThan(Date.parse(soon(24 * 364)))
  })

  it.each([
    [{ overlap: '91d' }, 'overlap'],
    [{ overlap: -1 }, 'overlap'],
    [{ overlap: '1w' }, 'overlap'],
    [{ expiresOn: '2020-01-01T00:00:00Z' }, 'expiresOn'],
    [{ writes: 'all' }, 'writes'],
    [{ roles: [] }, 'roles'],
    [{ user: { id: 1 } }, 'user'],
  ])('takes no other limits: %j', async (body, field) => {
    const { id } = await makeKey(client)
    const reply = await rotate(client, id, body)
    expect(codeOf(reply)).toEqual([400, 'invalid-record'])
    expect(reply.json).toMatchObject({ errors: { [field]: expect.any(String) } })
    expect((await limitsOf(id)).expiresOn).toBeNull()
  })
})

it('a rotated key is as narrow as the old one has become while the rotation waited', async () => {
  const old = await makeKey(client, { name: 'narrowed' })
  const { version } = recordOf(await stage.client.read(Key, old.id))
  const blocker = new Connection({ connectionString: stage.database.url })
  await blocker.connect()
  const untilWaiting = (count: number) =>
    until(`${count} statements wait for the key`, async () => {
      const waiting = await stage.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length === count
    })
  await blocker.query('begin')
  await blocker.query('select from record.tabularium_key where id = $1 for update', [old.id])
  const narrowing = stage.client.update(Key, old.id, { version, roles: [{ id: role.id }] })
  await untilWaiting(1)
  const rotating = rotate(client, old.id)
  await untilWaiting(2)
  await blocker.query('commit')
  await blocker.end()
  recordOf(await narrowing)
  const made = rotatedOf(await rotating)
  expect((await limitsOf(made.id)).roles).toEqual([expect.objectContaining({ name: 'tags' })])
})

describe('a key that rotates itself', () => {
  it('is replaced, with its key in the journal', async () => {
    const old = await makeKey(client, { roles: [{ id: role.id }], expiresOn: soon(48) })
    const made = rotatedOf(await send(old.token, 'POST', path(old.id), { overlap: '1h' }))
    expect((await send(made.token)).status).toBe(200)
    expect(made).toMatchObject({ expiresOn: (await limitsOf(made.id)).expiresOn, createdBy: { id: user.id } })
    const written = await stage.database.query<{ via: string }>(
      `select via from tabularium.journal
       where record = any($1::bigint[]) and model = (select number from tabularium.models where name = $2)
       and via is not null`,
      [[old.id, made.id], Key],
    )
    expect(written.map(({ via }) => Number(via))).toEqual([old.id, old.id])
  })

  it('is no wider, and lives no longer', async () => {
    const narrow = { roles: [{ id: role.id }], models: [Tag], networks: ['127.0.0.1'], expiresOn: soon(48) }
    const old = await makeKey(client, narrow)
    const later = await send(old.token, 'POST', path(old.id), { expiresOn: soon(72) })
    expect(codeOf(later)).toEqual([403, 'not-permitted'])
    const made = rotatedOf(await send(old.token, 'POST', path(old.id), { overlap: '0s' }))
    expect(await limitsOf(made.id)).toMatchObject({ ...narrow, roles: [{ name: 'tags' }] })
    expect(codeOf(await send(old.token))).toEqual([401, 'session-required'])
    const again = rotatedOf(await send(made.token, 'POST', path(made.id), { overlap: '1h' }))
    expect(codeOf(await send(again.token, 'POST', path(again.id), { expiresOn: soon(49) }))).toEqual([
      403,
      'not-permitted',
    ])
  })

  it('does not live on by its last rotation: the new one ends with the old one', async () => {
    const old = await makeKey(client)
    await rotate(client, old.id, { overlap: '1h' })
    const heir = rotatedOf(await send(old.token, 'POST', path(old.id), {}))
    expect(Date.parse(String(heir['expiresOn']))).toBeLessThan(Date.parse(soon(1.01)))
  })

  it('cannot if it only reads, and rotates no other one', async () => {
    const [one, two] = [await makeKey(client, { writes: 'none' }), await makeKey(client)]
    for (const [token, id] of [
      [one.token, one.id],
      [one.token, two.id],
      [two.token, one.id],
    ] as const)
      expect(codeOf(await send(token, 'POST', path(id), {}))).toEqual([403, 'not-permitted'])
  })
})

describe('keys of others', () => {
  it('are not there, whether there is one or not', async () => {
    const { id, token } = await makeKey(client)
    for (const target of [id, 999_999]) expect(codeOf(await rotate(other, target))).toEqual([404, 'record-not-found'])
    expect((await send(token)).status).toBe(200)
  })

  it('are rotated by administrators, for their users', async () => {
    const { id } = await makeKey(client)
    const made = rotatedOf(await rotate(stage.client, id, { overlap: '1h' }))
    expect(await limitsOf(made.id)).toMatchObject({ user: { username: 'kim' } })
  })

  it('of directories are rotated by administrators alone', async () => {
    const service = await makeUser(stage.client, 'directory', [], { kind: 'service' })
    const { id } = await makeKey(stage.client, { user: { id: service.id }, scope: 'scim' })
    const made = rotatedOf(await rotate(stage.client, id))
    expect(await limitsOf(made.id)).toMatchObject({ scope: 'scim', user: { username: 'directory' } })
  })
})

describe('a service', () => {
  it.each([
    ['password', { password: 'seven grey geese in a row' }],
    ['address', { email: 'robot@example.com' }],
  ])('has no %s, however it is written', async (_, fields) => {
    const name = `robot${Object.keys(fields)[0]}`
    const refused = await stage.client.create(User, { username: name, kind: 'service', ...fields })
    expect(codeOf(refused)).toEqual([400, 'invalid-record'])
    expect(refused.json).toMatchObject({ errors: { kind: expect.stringContaining('API keys alone') } })
    const { id } = await makeUser(stage.client, name, [], { kind: 'service' })
    expect(codeOf(await stage.client.update(User, id, { version: 0, ...fields }))).toEqual([400, 'invalid-record'])
    const body = { records: [{ id, version: 0, ...fields }] }
    expect(codeOf(await stage.client.exchange('POST', `/ws/rest/${User}`, { body }))).toEqual([400, 'invalid-record'])
    const [column] = Object.keys(fields)
    const byHand = `update record.tabularium_user set ${column} = '$argon2id$x' where id = ${id}`
    await expect(stage.database.query(byHand)).rejects.toThrow('has no password and no address')
  })

  it('was a person: without sessions from that moment on', async () => {
    const person = await makeUser(stage.client, 'formerly', [wide])
    const session = await clientOf(stage.service, stage.database, person.id)
    expect((await session.find(Tag)).status).toBe(200)
    expect((await stage.client.update(User, person.id, { version: 0, kind: 'service' })).status).toBe(200)
    expect((await session.find(Tag)).status).toBe(401)
    session.close()
  })
})
