import { Client as Connection } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { admin as credentials, Client, recordOf, recordsOf, type Reply } from './harness/client.ts'
import { refusal, shown, success } from './harness/contract.ts'
import { clientOf, makeKey, makeUser, Session, User } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { takeSnapshot } from './harness/snapshot.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const { password: old } = credentials
const fresh = 'seven grey geese in a row'
let username: string
let userId: number
let made = 0

/** Each test has a new user, who has not logged in. */
beforeEach(async () => {
  username = `somebody${++made}`
  userId = (await makeUser(stage.client, username, [], { password: old })).id
})

/** A client with a session of the user, or of another one, without the time that a password takes. */
function sessionOf(id = userId): Promise<Client> {
  return clientOf(stage.service, stage.database, id, 1)
}

function logIn(password: string): Promise<Reply> {
  const client = new Client(stage.service.url)
  return client.login({ username, password }).finally(() => client.close())
}

async function isIn(client: Client): Promise<boolean> {
  const { status } = await client.exchange('GET', '/ws/meta/models')
  expect([200, 401]).toContain(status)
  return status === 200
}

describe('POST /ws/password', () => {
  const change = (client: Client, body: unknown, requestId = 'change') =>
    client.exchange('POST', '/ws/password', { body, headers: { 'x-request-id': requestId } })

  it('sets another password: the new one logs in, and the old one does not', async () => {
    const client = await sessionOf()
    expect(shown(await change(client, { old, new: fresh }))).toEqual(success([]))
    expect(shown(await logIn(old))).toEqual(refusal('wrong-credentials'))
    expect((await logIn(fresh)).status).toBe(200)
    client.close()
  })

  it('ends the other sessions of the user but not this one, and other users are not affected', async () => {
    const [client, phone, tablet] = [await sessionOf(), await sessionOf(), await sessionOf()]
    expect((await change(client, { old, new: fresh })).status).toBe(200)
    expect(await Promise.all([client, phone, tablet, stage.client].map(isIn))).toEqual([true, false, false, true])
    for (const one of [client, phone, tablet]) one.close()
  })

  it.each(['/ws/password', '/ws/sessions/end'])(
    '%s refuses an Idempotency-Key, which it does not support',
    async (path) => {
      const client = await sessionOf()
      const body = path === '/ws/password' ? { old, new: fresh } : {}
      const reply = await client.exchange('POST', path, { body, headers: { 'idempotency-key': 'k' } })
      expect(shown(reply)).toEqual(refusal('invalid-parameter'))
      expect((await logIn(old)).status).toBe(200)
      client.close()
    },
  )

  it('lets only one of two concurrent changes with the same old password succeed', async () => {
    const [one, other] = [await sessionOf(), await sessionOf()]
    const replies = await Promise.all([
      change(one, { old, new: `${fresh} one` }),
      change(other, { old, new: `${fresh} other` }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    const winner = replies[0]?.status === 200 ? 'one' : 'other'
    expect((await logIn(`${fresh} ${winner}`)).status).toBe(200)
    for (const client of [one, other]) client.close()
  })

  it('is not affected by a concurrent change of another field', async () => {
    const client = await sessionOf()
    const changed = change(client, { old, new: fresh })
    const renamed = await stage.client.merge(User, userId, { version: 0, name: 'Another name' })
    expect([(await changed).status, renamed.status]).toEqual([200, 200])
    expect((await logIn(fresh)).status).toBe(200)
    client.close()
  })

  it('refuses the username and blanks as a password, whoever sets it', async () => {
    const long = `a.long.username.${made}`
    const { id } = await makeUser(stage.client, long, [], { password: old })
    for (const password of [long, long.toUpperCase(), ' '.repeat(12), '\u00a0'.repeat(20)]) {
      const errors = { password: expect.any(String) }
      expect(shown(await stage.client.update(User, id, { version: 0, password }))).toEqual(
        refusal('invalid-record', { errors }),
      )
      const bulk = { records: [{ id, version: 0, password }] }
      const reply = await stage.client.exchange('POST', `/ws/rest/${User}`, { body: bulk })
      expect(shown(reply)).toEqual(refusal('invalid-record', { errors: { '0.password': expect.any(String) } }))
    }
    expect((await stage.client.update(User, id, { version: 0, password: fresh })).status).toBe(200)
  })

  it('is in the history of the user, without the password', async () => {
    const client = await sessionOf()
    await change(client, { old, new: fresh }, 'a-new-password')
    const { data } = (await stage.client.history(User, userId)).json ?? {}
    expect(data).toMatchObject([
      { version: 1, operation: 'update', by: { id: userId, username }, requestId: 'a-new-password' },
      { version: 0 },
    ])
    expect(Object.keys((data as { changes: object }[])[0]?.changes ?? {})).toEqual(['password'])
    expect(JSON.stringify(data)).not.toContain(fresh)
    client.close()
  })

  it('refuses a wrong old password, and changes nothing', async () => {
    const client = await sessionOf()
    const before = await takeSnapshot(stage.database)
    expect(shown(await change(client, { old: fresh, new: fresh }))).toEqual(refusal('wrong-credentials'))
    expect(await takeSnapshot(stage.database)).toEqual(before)
    expect(await isIn(client)).toBe(true)
    client.close()
  })

  it.each([
    ['one that many people have', 'Password1234', 'is a common one'],
    ['a short one', 'geese', 'must have at least 12 characters, and has 5'],
    ['a long one', 'x'.repeat(257), 'must have at most 256 characters'],
  ])('refuses as new: %s', async (_, password, fault) => {
    const client = await sessionOf()
    expect(shown(await change(client, { old, new: password }))).toEqual(
      refusal('invalid-record', { errors: { new: expect.stringContaining(fault) } }),
    )
    expect((await logIn(old)).status).toBe(200)
    client.close()
  })

  it('refuses the username as the new password, even if it is long enough', async () => {
    username = `barbara.liskov.${made}`
    const { id } = await makeUser(stage.client, username, [], { password: old })
    const client = await sessionOf(id)
    expect(shown(await change(client, { old, new: username.toUpperCase() }))).toEqual(
      refusal('invalid-record', { errors: { new: 'must not be the username: choose another' } }),
    )
    client.close()
  })

  it.each([
    ['nothing', {}, ['new', 'old']],
    ['no new one', { old }, ['new']],
    ['an empty one', { old: '', new: fresh }, ['old']],
    ['another type than text', { old: 5, new: [fresh] }, ['new', 'old']],
    ['more than it takes', { old, new: fresh, user: 1 }, ['user']],
    ['no object', [old, fresh], ['body']],
  ])('refuses a body with %s, and names the members', async (_, body, members) => {
    const { status, json } = await change(stage.client, body)
    expect([status, Object.keys(json?.errors ?? {}).sort()]).toEqual([400, members])
  })

  it('needs a session', async () => {
    const stranger = new Client(stage.service.url)
    expect(shown(await change(stranger, { old, new: fresh }))).toEqual(refusal('session-required'))
    stranger.close()
  })

  it('starts over if rights change meanwhile', async () => {
    const client = await sessionOf()
    const blocker = new Connection({ connectionString: stage.database.url })
    await blocker.connect()
    await blocker.query('begin; lock table tabularium.attempts')
    const changing = change(client, { old, new: fresh })
    await until('it waits to be counted', async () => {
      const rows = await stage.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await makeUser(stage.client, `meanwhile${made}`)
    await blocker.end()
    expect(shown(await changing)).toEqual(success([]))
    client.close()
  })
})

describe('POST /ws/sessions/end', () => {
  const end = (client: Client, body: unknown, requestId = 'end') =>
    client.exchange('POST', '/ws/sessions/end', { body, headers: { 'x-request-id': requestId } })

  const ended = (total: number) => success([], { total })

  it('ends the other sessions of the caller, and returns how many', async () => {
    const [client, phone, tablet] = [await sessionOf(), await sessionOf(), await sessionOf()]
    expect(shown(await end(client, {}))).toEqual(ended(2))
    expect(await Promise.all([client, phone, tablet, stage.client].map(isIn))).toEqual([true, false, false, true])
    expect((await client.find(Session)).json).toMatchObject({ total: 1 })
    expect(shown(await end(client, { user: userId, current: false }))).toEqual(ended(0))
    for (const one of [client, phone, tablet]) one.close()
  })

  it('ends this one too if requested', async () => {
    const [client, phone] = [await sessionOf(), await sessionOf()]
    expect(shown(await end(client, { current: true }))).toEqual(ended(2))
    expect(await Promise.all([client, phone].map(isIn))).toEqual([false, false])
    expect(shown(await end(client, {}))).toEqual(refusal('session-required'))
    for (const one of [client, phone]) one.close()
  })

  it('lets an administrator end those of another user', async () => {
    const [client, phone] = [await sessionOf(), await sessionOf()]
    const { id } = recordOf(await client.find(Session, '?limit=1'))
    expect(shown(await end(stage.client, { user: userId }, 'shut-out'))).toEqual(ended(2))
    expect(await Promise.all([client, phone, stage.client].map(isIn))).toEqual([false, false, true])
    expect((await stage.client.history(Session, id)).json?.data).toMatchObject([
      { version: 1, operation: 'delete', by: { username: 'admin' }, requestId: 'shut-out' },
    ])
    expect(shown(await end(stage.client, { user: userId }))).toEqual(ended(0))
    for (const one of [client, phone]) one.close()
  })

  it('does not let others end those of another user, and says what to do', async () => {
    const [client, other] = [await sessionOf(), await sessionOf((await makeUser(stage.client, `other${made}`)).id)]
    for (const body of [{ user: 1 }, { user: userId + 1, current: true }, { user: 999_999 }])
      expect(shown(await end(client, body))).toEqual(
        refusal('not-permitted', {
          data: { message: 'Only an administrator may end the sessions of other users: omit user.' },
        }),
      )
    expect(await Promise.all([client, other, stage.client].map(isIn))).toEqual([true, true, true])
    for (const one of [client, other]) one.close()
  })

  it('needs a session: an API key cannot do it, unless it belongs to an administrator', async () => {
    const client = await sessionOf()
    const { token } = await makeKey(client)
    const program = new Client(stage.service.url)
    const headers = { authorization: `Bearer ${token}` }
    const body = { current: false }
    expect(shown(await program.exchange('POST', '/ws/sessions/end', { body, headers }))).toEqual(
      refusal('not-permitted'),
    )
    expect(await isIn(client)).toBe(true)
    const all = { authorization: `Bearer ${(await makeKey(stage.client)).token}` }
    expect(
      shown(await program.exchange('POST', '/ws/sessions/end', { body: { user: userId }, headers: all })).status,
    ).toEqual(200)
    expect(await isIn(client)).toBe(false)
    expect((await program.exchange('GET', '/ws/meta/models', { headers })).status).toBe(200)
    for (const one of [client, program]) one.close()
  })

  it('leaves the totals of sessions exact', async () => {
    const [client, phone] = [await sessionOf(), await sessionOf()]
    await end(client, { current: true })
    const { total } = (await stage.client.find(Session, '?limit=1000')).json ?? {}
    expect(total).toBe(recordsOf(await stage.client.find(Session, '?limit=1000')).length)
    for (const one of [client, phone]) one.close()
  })

  it('tells only administrators that there is no such user; others get a refusal', async () => {
    expect(shown(await end(stage.client, { user: 77_777 }))).toEqual(refusal('record-not-found'))
    const client = await sessionOf()
    expect(shown(await end(client, { user: 77_777 }))).toEqual(refusal('not-permitted'))
    client.close()
  })

  it.each([
    ['a user by name', { user: 'admin' }, ['user']],
    ['an id that is none', { user: 0 }, ['user']],
    ['no switch', { user: 1.5, current: 'yes' }, ['current', 'user']],
    ['more than it takes', { id: 5 }, ['id']],
  ])('refuses a body with %s, and names the members', async (_, body, members) => {
    const { status, json } = await end(stage.client, body)
    expect([status, Object.keys(json?.errors ?? {}).sort()]).toEqual([400, members])
  })
})
