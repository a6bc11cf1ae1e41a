import { beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson, type Reply } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { clientOf, Key, type MadeRole, makeKey, makeRole, makeUser, Role, Session, User } from '../harness/people.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const soon = '2090-01-01T00:00:00Z'
const later = '2090-01-02T00:00:00Z'
let program: Client
let user: RecordJson
let client: Client
let [reading, writing, keeping, strange]: MadeRole[] = []

beforeAll(async () => {
  const { client: admin, database, service } = stage
  reading = await makeRole(admin, 'reading', [{ model: Contact, read: true }])
  writing = await makeRole(admin, 'writing', [{ model: Tag, read: true, create: true }])
  strange = await makeRole(admin, 'strange', [{ model: Company, read: true }])
  keeping = await makeRole(admin, 'keeping', [{ model: Key, read: true, create: true, update: true, delete: true }])
  user = await makeUser(admin, 'kim', [reading, writing])
  client = await clientOf(service, database, user.id)
  program = new Client(service.url)
  return () => [client, program].forEach((one) => one.close())
})

/** Requests with a key. */
function holder(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const send = (method: string, path: string, body?: object) =>
    program.exchange(method, path, { headers, ...(body ? { body } : {}) })
  return {
    send,
    make: (fields: object) => send('PUT', `/ws/rest/${Key}`, { data: { name: 'heir', ...fields } }),
    change: (id: number, fields: object) => send('POST', `/ws/rest/${Key}/${id}`, { data: { version: 0, ...fields } }),
    merge: (id: number, fields: object) =>
      send('POST', `/ws/rest/${Key}/${id}?onConflict=merge`, { data: { version: 0, ...fields } }),
    bulk: (record: object) => send('POST', `/ws/rest/${Key}`, { records: [record] }),
    mass: (id: number, values: object) =>
      send('POST', `/ws/rest/${Key}/updateMass`, {
        data: { fieldName: 'id', operator: '=', value: id },
        values,
        maxAffected: 1,
      }),
  }
}

const links = (...roles: (MadeRole | undefined)[]) => roles.map((role) => ({ id: role?.id }))

/** The attempts are refused, and nothing has changed. */
async function expectNotPermitted(attempt: () => Promise<Reply[]>): Promise<void> {
  const before = await readKeysAndSessions()
  const replies = await attempt()
  expect(replies.map(({ status, json }) => [status, (json?.data as { code?: string }).code])).toEqual(
    replies.map(() => [403, 'not-permitted']),
  )
  expect(await readKeysAndSessions()).toEqual(before)
}

/** All members except for the last use. */
function readKeysAndSessions(): Promise<object[]> {
  const rows = (table: string) => `select to_jsonb(t) - 'used_on' as row from record.${table} as t`
  const tables = ['tabularium_key', 'tabularium_session', 'tabularium_key_roles_links']
  return stage.database.query(`${tables.map(rows).join(' union all ')} order by 1`)
}

describe('a key that expires', () => {
  /** It makes no difference whose key it is, or that their roles allow all keys. */
  async function keysOfAll(): Promise<{ id: number; token: string }[]> {
    const keeper = await makeUser(stage.client, `keeper-${Math.random()}`, links(reading, keeping) as MadeRole[])
    const owners = [user.id, keeper.id, 1]
    return Promise.all(owners.map((id) => makeKey(stage.client, { user: { id }, expiresOn: soon })))
  }

  it('cannot extend itself, and other keys cannot extend it', async () => {
    for (const { id, token } of await keysOfAll()) {
      const { change, merge, bulk, mass } = holder(token)
      for (const expiresOn of [null, later, '2089-01-01T00:00:00Z'])
        await expectNotPermitted(async () => [
          await change(id, { expiresOn }),
          await merge(id, { name: 'mine', expiresOn }),
          await bulk({ id, version: 0, expiresOn }),
          await mass(id, { expiresOn }),
        ])
    }
  })

  it('cannot make a key that lives longer, or change one to do so', async () => {
    for (const { token } of await keysOfAll()) {
      const { make } = holder(token)
      await expectNotPermitted(async () => [
        await make({}),
        await make({ expiresOn: null }),
        await make({ expiresOn: later }),
        await make({ expiresOn: '2090-01-01T00:00:00.001Z' }),
      ])
    }
    const { id } = await makeKey(stage.client, { expiresOn: soon })
    const { change } = holder((await makeKey(stage.client, { expiresOn: soon })).token)
    await expectNotPermitted(async () => [await change(id, { expiresOn: later })])
    expect((await change(id, { expiresOn: '2089-01-01T00:00:00Z' })).status).toBe(200)
  })

  it('can be replaced by one that expires at the same time or before', async () => {
    for (const { token } of await keysOfAll())
      for (const expiresOn of [soon, '2089-12-31T00:00:00Z'])
        expect((await holder(token).make({ expiresOn })).json).toMatchObject({ token: expect.any(String) })
  })
})

describe('a key that is limited to roles', () => {
  it('cannot make a key that allows more, now or when its user gets more roles', async () => {
    const { token } = await makeKey(client, { roles: links(reading) })
    const { make } = holder(token)
    await expectNotPermitted(async () => [
      await make({}),
      await make({ roles: [] }),
      await make({ roles: links(writing) }),
      await make({ roles: links(reading, writing) }),
    ])
    const late = await makeUser(stage.client, 'late', [reading] as MadeRole[])
    await stage.client.create('tabularium.Rule', { role: { id: reading?.id }, model: Role, read: true })
    const { token: ofLate } = await makeKey(stage.client, { user: { id: late.id }, roles: links(reading) })
    await expectNotPermitted(async () => [await holder(ofLate).make({ roles: links(reading, strange) })])
    expect((await make({ roles: links(reading) })).status).toBe(200)
  })

  it.each(['limited', 'not limited'])('cannot end sessions or other keys, or list sessions: %s', async (kind) => {
    const other = await makeKey(client)
    const { id, token } = await makeKey(client, kind === 'limited' ? { roles: links(reading) } : {})
    const { send, change } = holder(token)
    const [{ id: session } = { id: 0 }] = (await client.find(Session)).json?.data as RecordJson[]
    await expectNotPermitted(async () => [
      await send('DELETE', `/ws/rest/${Key}/${other.id}`),
      await send('POST', `/ws/rest/${Key}/removeAll`, { records: [{ id: other.id, version: 0 }] }),
      await send('POST', `/ws/rest/${Key}/removeAll`, {
        records: [id, other.id].map((one) => ({ id: one, version: 0 })),
      }),
      await change(other.id, { name: 'mine' }),
      await send('POST', '/ws/sessions/end', {}),
      await send('POST', '/ws/sessions/end', { current: true }),
    ])
    expect((await send('GET', `/ws/rest/${Session}`)).status).toBe(404)
    expect((await send('DELETE', `/ws/rest/${Session}/${session}`)).status).toBe(404)
    expect((await client.find(Session)).status).toBe(200)
    expect((await send('DELETE', `/ws/rest/${Key}/${id}`)).status).toBe(200)
    expect((await send('GET', `/ws/rest/${Key}`)).status).toBe(401)
  })

  it('can end other keys if a role allows it', async () => {
    const owner = await makeUser(stage.client, 'owner', [keeping] as MadeRole[])
    const [one, other] = [
      await makeKey(stage.client, { user: { id: owner.id } }),
      await makeKey(stage.client, { user: { id: owner.id } }),
    ]
    expect((await holder(one.token).send('DELETE', `/ws/rest/${Key}/${other.id}`)).status).toBe(200)
  })

  it('can still read what all users read about themselves', async () => {
    const { token } = await makeKey(client, { roles: links(reading) })
    const { send } = holder(token)
    expect(recordOf(await send('GET', `/ws/rest/${User}/${user.id}`))).toMatchObject({ username: 'kim' })
  })
})
