import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { search } from './harness/actions.ts'
import { Client, recordOf, type RecordJson, type Reply } from './harness/client.ts'
import { moment } from './harness/contacts.ts'
import { Company, Contact, refusal, shown, Tag } from './harness/contract.ts'
import { clientOf, Key, type MadeRole, makeKey, makeRole, makeUser, Role, User } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
/** The user with both roles, who makes the keys. */
let user: RecordJson
let client: Client
/** A client without a session, for keys. */
let program: Client
let [reading, writing, strange]: MadeRole[] = []

beforeAll(async () => {
  const { client: admin, database, service } = stage
  reading = await makeRole(admin, 'reading', [{ model: Contact, read: true }])
  writing = await makeRole(admin, 'writing', [{ model: Tag, read: true, create: true }])
  strange = await makeRole(admin, 'strange', [{ model: Company, read: true }])
  user = await makeUser(admin, 'kim', [reading, writing] as MadeRole[])
  client = await clientOf(service, database, user.id)
  program = new Client(service.url)
  return () => [client, program].forEach((one) => one.close())
})

function send(token: string, method: string, path: string, body?: object): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}` }
  return program.exchange(method, path, { headers, ...(body ? { body } : {}) })
}

/** The answers to a key that reads contacts and tags, creates a tag, and reads companies. */
async function statusesOf(token: string): Promise<number[]> {
  const replies = [
    await send(token, 'GET', `/ws/rest/${Contact}`),
    await send(token, 'GET', `/ws/rest/${Tag}`),
    await send(token, 'PUT', `/ws/rest/${Tag}?dryRun=true`, { data: { name: 'dry' } }),
    await send(token, 'GET', `/ws/rest/${Company}`),
  ]
  return replies.map(({ status }) => status)
}

const links = (...roles: (MadeRole | undefined)[]) => roles.map((role) => ({ id: role?.id }))

describe('a new key', () => {
  it('belongs to its maker, and is shown next to the record, which has its first characters', async () => {
    const reply = await client.create(Key, { name: 'nightly export', expiresOn: '2099-12-31T00:00:00Z' })
    const { token } = reply.json as unknown as { token: string }
    expect(token).toMatch(/^tab_[0-9A-Za-z]{46}$/)
    expect(reply.json).toEqual({
      status: 0,
      data: [
        {
          id: expect.any(Number),
          version: 0,
          user: { id: user.id, version: 0, username: 'kim', name: 'kim' },
          name: 'nightly export',
          start: token.slice(0, 8),
          expiresOn: '2099-12-31T00:00:00.000Z',
          usedOn: null,
          scope: 'api',
          writes: 'all',
          models: null,
          networks: null,
          createdOn: moment,
          createdBy: { id: user.id, username: 'kim', name: 'kim' },
          updatedOn: moment,
          updatedBy: { id: user.id, username: 'kim', name: 'kim' },
        },
      ],
      token,
    })
  })

  it('is shown only once: no later answer has it or its hash', async () => {
    const headers = { 'idempotency-key': 'one-key' }
    const make = () => client.exchange('PUT', `/ws/rest/${Key}`, { body: { data: { name: 'once' } }, headers })
    const first = await make()
    const { token } = first.json as unknown as { token: string }
    const { id } = recordOf(first)
    const again = await make()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(recordOf(again).id).toBe(id)
    const later = [
      again,
      await client.read(Key, id),
      await client.find(Key),
      await search(client, Key, { data: { fieldName: 'id', operator: '=', value: id } }),
      await client.update(Key, id, { version: 0, name: 'renamed' }),
      await client.history(Key, id),
      await client.readVersion(Key, id, 0),
      await client.exchange('GET', `/ws/meta/fields/${Key}`),
      await stage.client.read(Key, id),
      await stage.client.history(Key, id),
      await send(token, 'GET', `/ws/rest/${Key}/${id}`),
      await client.delete(Key, id),
    ]
    const hash = createHash('sha256').update(token).digest('hex')
    for (const { status, text } of later) {
      expect(status).toBe(200)
      for (const secret of [token, token.slice(8), hash, '"token"']) expect(text).not.toContain(secret)
    }
  })

  it('is not made by a dry run, which shows none', async () => {
    const before = await takeSnapshot(stage.database)
    const reply = await client.exchange('PUT', `/ws/rest/${Key}?dryRun=true`, { body: { data: { name: 'dry' } } })
    expect(recordOf(reply)).toMatchObject({ id: null, name: 'dry' })
    expect(Object.keys(reply.json ?? {})).not.toContain('token')
    expect(await takeSnapshot(stage.database)).toEqual(before)
  })

  it('cannot be made in bulk, because it is shown with its record', async () => {
    const records = ['a', 'b'].map((name) => ({ name, user: { id: user.id } }))
    const reply = await client.exchange('POST', `/ws/rest/${Key}`, { body: { records } })
    expect(shown(reply)).toEqual(
      refusal('invalid-parameter', {
        data: {
          message: 'Create API keys one by one: each is shown only once, in the response to its creation.',
          place: '0',
          index: 0,
        },
      }),
    )
  })

  it('can be made for another user by an administrator, and only these two see it', async () => {
    const { id, token } = await makeKey(stage.client, { user: { id: user.id } })
    expect(await statusesOf(token)).toEqual([200, 200, 200, 404])
    expect(recordOf(await client.read(Key, id))).toMatchObject({ user: { username: 'kim' } })
    const other = await clientOf(stage.service, stage.database, (await makeUser(stage.client, 'lee')).id)
    expect(shown(await other.read(Key, id))).toEqual(refusal('record-not-found'))
    expect((await other.find(Key)).json).toMatchObject({ total: 0 })
    other.close()
  })
})

describe('a key that is used', () => {
  it('does what its user may do', async () => {
    const { token } = await makeKey(client)
    expect(await statusesOf(token)).toEqual([200, 200, 200, 404])
    const made = recordOf(await send(token, 'PUT', `/ws/rest/${Tag}`, { data: { name: 'by a key' } }))
    expect(made).toMatchObject({ createdBy: { id: user.id, username: 'kim' } })
    const { token: all } = await makeKey(stage.client)
    expect(await statusesOf(all)).toEqual([200, 200, 200, 200])
  })

  it('acts at once as another user whom it is given to', async () => {
    const { id, token } = await makeKey(stage.client)
    expect(await statusesOf(token)).toEqual([200, 200, 200, 200])
    const { version } = recordOf(await stage.client.read(Key, id))
    expect((await stage.client.update(Key, id, { version, user: { id: user.id } })).status).toBe(200)
    expect(await statusesOf(token)).toEqual([200, 200, 200, 404])
    const made = recordOf(await send(token, 'PUT', `/ws/rest/${Tag}`, { data: { name: 'by a given key' } }))
    expect(made).toMatchObject({ createdBy: { id: user.id } })
  })

  it('records its use, to the minute, without a new version', async () => {
    const { id, token } = await makeKey(client)
    const usedOn = async () => recordOf(await client.read(Key, id))['usedOn']
    expect(await usedOn()).toBeNull()
    expect((await send(token, 'GET', `/ws/rest/${Contact}`)).status).toBe(200)
    const first = await until('the use is noted', usedOn)
    expect(Math.abs(Date.parse(String(first)) - Date.now())).toBeLessThan(60_000)
    await send(token, 'GET', `/ws/rest/${Contact}`)
    expect(await usedOn()).toBe(first)
    await stage.database.query(`update record.tabularium_key set used_on = now() - interval '61 s' where id = $1`, [id])
    await send(token, 'GET', '/ws/meta/models')
    await until('the next use is noted', async () => String(await usedOn()) >= String(first))
    expect(recordOf(await client.read(Key, id)).version).toBe(0)
    expect((await client.history(Key, id)).json).toMatchObject({ total: 1 })
  })

  it('takes precedence over a cookie, valid or not', async () => {
    const { token } = await makeKey(client)
    const cookie = stage.client.cookie ?? ''
    const ask = (authorization: string) =>
      program.exchange('GET', `/ws/rest/${Company}`, { cookie, headers: { authorization } })
    expect((await ask(`Bearer ${token}`)).status).toBe(404)
    expect((await ask(`bearer  ${token}`)).status).toBe(404)
    expect(shown(await ask('Bearer tab_'))).toEqual(refusal('session-required'))
    expect((await ask('Basic YWRtaW46')).status).toBe(200)
  })

  it('is refused in another header or form, and so is what is not a key', async () => {
    const { token } = await makeKey(client)
    const last = token.endsWith('0') ? '1' : '0'
    const session = (client.cookie ?? '').replace('session=', '')
    for (const wrong of [`${token.slice(0, -1)}${last}`, `${token}0`, token.slice(0, -1), token.toLowerCase(), session])
      expect(shown(await send(wrong, 'GET', `/ws/rest/${Contact}`))).toEqual(refusal('session-required'))
    expect((await program.exchange('GET', `/ws/rest/${Contact}`, { cookie: `session=${token}` })).status).toBe(401)
  })
})

describe('the end of a key', () => {
  it('takes effect at once when it is deleted, by its user or by itself', async () => {
    const [one, two] = [await makeKey(client), await makeKey(client)]
    expect((await client.delete(Key, one.id)).status).toBe(200)
    expect(shown(await send(one.token, 'GET', `/ws/rest/${Contact}`))).toEqual(refusal('session-required'))
    expect((await send(two.token, 'DELETE', `/ws/rest/${Key}/${two.id}`)).status).toBe(200)
    expect(await statusesOf(two.token)).toEqual([401, 401, 401, 401])
  })

  it('comes when it expires, and can be postponed', async () => {
    const { id, token } = await makeKey(client, { expiresOn: '2099-01-01T00:00:00Z' })
    expect(await statusesOf(token)).toEqual([200, 200, 200, 404])
    recordOf(await client.update(Key, id, { version: 0, expiresOn: '2020-01-01T00:00:00Z' }))
    expect(await statusesOf(token)).toEqual([401, 401, 401, 401])
    recordOf(await client.update(Key, id, { version: 1, expiresOn: null }))
    expect(await statusesOf(token)).toEqual([200, 200, 200, 404])
  })

  it('follows the clock of the database', async () => {
    const { id, token } = await makeKey(client)
    const expire = `update record.tabularium_key set expires_on = clock_timestamp() + $1::interval where id = $2`
    await stage.database.query(expire, ['1 minute', id])
    expect((await send(token, 'GET', `/ws/rest/${Contact}`)).status).toBe(200)
    await stage.database.query(expire, ['-1 millisecond', id])
    expect((await send(token, 'GET', `/ws/rest/${Contact}`)).status).toBe(401)
  })
})

describe('a key that is limited to roles', () => {
  it('has only the rules of these', async () => {
    const { token } = await makeKey(client, { roles: links(writing) })
    expect(await statusesOf(token)).toEqual([404, 200, 200, 404])
    const explained = recordOf(await send(token, 'GET', `/ws/explain/${Tag}`))
    expect(explained).toMatchObject({ user: { username: 'kim' }, allowed: true, rules: [{ role: 'writing' }] })
  })

  it('shows them, and can be limited to others later', async () => {
    const { id, token } = await makeKey(client, { roles: links(reading, writing) })
    expect(await statusesOf(token)).toEqual([200, 200, 200, 404])
    recordOf(await client.update(Key, id, { version: 0, roles: links(reading) }))
    expect(await statusesOf(token)).toEqual([200, 404, 404, 404])
    const read = await client.exchange('GET', `/ws/rest/${Key}/${id}?fields=roles`)
    expect(recordOf(read)).toMatchObject({ roles: [{ id: reading?.id, name: 'reading' }] })
  })

  it('loses a role with its user, says so, and has it again with its user', async () => {
    const { version } = recordOf(await stage.client.read(User, user.id))
    const give = (turn: number, ...roles: (MadeRole | undefined)[]) =>
      stage.client.update(User, user.id, { version: version + turn, roles: links(...roles) })
    recordOf(await give(0, reading, writing, strange))
    const { token } = await makeKey(stage.client, { user: { id: user.id }, roles: links(strange) })
    expect(await statusesOf(token)).toEqual([404, 404, 404, 200])
    recordOf(await give(1, reading, writing))
    expect(await statusesOf(token)).toEqual([403, 403, 403, 403])
    const replies = [Company, Contact, 'com.example.Nothing'].map((model) => send(token, 'GET', `/ws/rest/${model}`))
    for (const reply of await Promise.all(replies))
      expect(shown(reply)).toEqual(
        refusal('not-permitted', {
          data: { message: expect.stringContaining('This API key is limited to roles that its user does not have') },
        }),
      )
    recordOf(await give(2, reading, writing, strange))
    expect(await statusesOf(token)).toEqual([404, 404, 404, 200])
    recordOf(await give(3, reading, writing))
  })

  it('says so also for what its other roles do not allow', async () => {
    const { version } = recordOf(await stage.client.read(User, user.id))
    recordOf(await stage.client.update(User, user.id, { version, roles: links(reading, writing, strange) }))
    const { token } = await makeKey(client, { roles: links(reading, strange) })
    expect(await statusesOf(token)).toEqual([200, 404, 404, 200])
    recordOf(await stage.client.update(User, user.id, { version: version + 1, roles: links(reading, writing) }))
    expect(await statusesOf(token)).toEqual([200, 403, 403, 403])
    const reply = await send(token, 'PUT', `/ws/rest/${Contact}`, { data: { firstName: 'A', lastName: 'B' } })
    expect(reply.json).toMatchObject({
      data: { code: 'not-permitted', message: expect.stringMatching(/^You may not create.*limited to roles/) },
    })
  })

  it('is not made, nor changed to, with a role that its user does not have', async () => {
    const before = await takeSnapshot(stage.database)
    const refused = refusal('invalid-record', {
      errors: {
        roles: 'the user of the key does not have: strange. Give the user these roles first, or leave them out',
      },
    })
    const roles = links(reading, strange)
    expect(shown(await stage.client.create(Key, { name: 'x', user: { id: user.id }, roles }))).toEqual(refused)
    expect(shown(await stage.client.create(Key, { name: 'x', roles: links(strange) }))).toEqual(refused)
    expect(await takeSnapshot(stage.database)).toEqual(before)
    const { id } = await makeKey(client, { roles: links(reading) })
    expect(shown(await stage.client.update(Key, id, { version: 0, roles }))).toEqual(refused)
    const other = await makeUser(stage.client, 'nobody')
    expect((await stage.client.update(Key, id, { version: 0, user: { id: other.id } })).status).toBe(400)
    expect((await stage.client.update(Key, id, { version: 0, name: 'renamed' })).status).toBe(200)
  })

  it('can be made by users who have the roles, without a rule for roles; other roles are unknown', async () => {
    const { id } = await makeUser(stage.client, 'max', [writing] as MadeRole[])
    const other = await clientOf(stage.service, stage.database, id)
    expect((await other.find(Role)).json).toMatchObject({ data: [{ id: writing?.id, name: 'writing' }], total: 1 })
    expect((await other.exchange('GET', `/ws/rest/${User}/${id}?fields=roles`)).json).toMatchObject({
      data: [{ roles: [{ id: writing?.id, name: 'writing' }] }],
    })
    const { token } = await makeKey(other, { roles: links(writing) })
    expect(await statusesOf(token)).toEqual([404, 200, 200, 404])
    expect(shown(await other.read(Role, reading?.id ?? 0))).toEqual(refusal('record-not-found'))
    expect(shown(await other.create(Key, { name: 'limited', roles: links(reading) }))).toEqual(
      refusal('invalid-record', { errors: { roles: expect.any(String) } }),
    )
    other.close()
  })

  it('never has the rights of an administrator, even if its user is one', async () => {
    const { id } = await makeUser(stage.client, 'chief', [strange] as MadeRole[], { admin: true })
    const { token } = await makeKey(stage.client, { user: { id }, roles: links(strange) })
    expect(await statusesOf(token)).toEqual([404, 404, 404, 200])
    expect((await send(token, 'POST', '/ws/sessions/end', { user: user.id })).status).toBe(403)
  })
})
