import { describe, expect, it } from 'vitest'
import { admin, Client } from './harness/client.ts'
import { Contact, refusal, shown, success } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { loggedIn, startService } from './harness/service.ts'
import { timed } from './harness/timed.ts'
import { addUser } from './harness/users.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

function stranger(): Client {
  return new Client(stage.service.url)
}

describe.each(['/callback', '/login.jsp'])('POST %s', (path) => {
  const login = (body: unknown) => stranger().exchange('POST', path, { body })

  it('answers the user and one cookie that scripts cannot read', async () => {
    const reply = await login(admin)
    expect(shown(reply)).toEqual(success([{ id: 1, username: 'admin', name: 'admin' }]))
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('ignores the case of the username', async () => {
    expect((await login({ ...admin, username: 'ADMIN' })).status).toBe(200)
  })

  it.each<[string, object]>([
    ['a wrong password', { ...admin, password: 'correct-horse-batterx' }],
    ['an unknown user', { ...admin, username: 'nobody' }],
    ['a password with a space behind it', { ...admin, password: `${admin.password} ` }],
  ])('%s answers alike: 401, and no cookie', async (_, body) => {
    const reply = await login(body)
    expect(shown(reply)).toEqual(
      refusal('wrong-credentials', { data: { message: 'The username or the password is wrong.' } }),
    )
    expect(reply.headers['set-cookie']).toBeUndefined()
  })
})

describe('a session', () => {
  it('is a new one each time, and earlier ones stay valid', async () => {
    const [first, second] = [stranger(), stranger()]
    await first.login()
    await second.login()
    expect(first.cookie).not.toBe(second.cookie)
    expect((await first.find(Contact)).status).toBe(200)
  })

  it.each<[string, string | null]>([
    ['no cookie', null],
    ['an empty one', 'session='],
    ['one of the right form that we never made', `session=${'A'.repeat(43)}`],
    ['one too short', 'session=abc'],
    ['SQL', "session=' or true --"],
    ['a token under another name', `__Host-session=${'A'.repeat(43)}`],
  ])('is needed for every record: %s answers 401', async (_, cookie) => {
    for (const [method, path, body] of [
      ['GET', `/ws/rest/${Contact}`, undefined],
      ['GET', `/ws/rest/${Contact}/1`, undefined],
      ['PUT', `/ws/rest/${Contact}`, { data: {} }],
      ['POST', `/ws/rest/${Contact}/1`, { data: { version: 0 } }],
      ['DELETE', `/ws/rest/${Contact}/1`, undefined],
      ['GET', `/ws/rest/${Contact}/1?version=0`, undefined],
      ['GET', `/ws/rest/${Contact}/1/history`, undefined],
      ['POST', `/ws/rest/${Contact}/1/restore`, { data: { version: 1, toVersion: 0 } }],
      ['GET', '/ws/rest/com.example.Nothing', undefined],
    ] as const)
      expect(shown(await stranger().exchange(method, path, { body, cookie }))).toEqual(refusal('session-required'))
  })

  it('is stored as a hash, from which its token cannot be computed', async () => {
    const client = stranger()
    await client.login()
    const token = client.cookie?.split('=')[1] ?? ''
    const rows = await stage.database.query<{ hash: string }>(
      'select token_hash as hash from record.tabularium_session',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })
})

describe('the end of a session', () => {
  async function freshClient(): Promise<Client> {
    const client = stranger()
    await client.login()
    expect((await client.find(Contact)).status).toBe(200)
    return client
  }

  it('comes with GET /logout, which clears the cookie; the cookie is invalid at once', async () => {
    const client = await freshClient()
    const out = await client.exchange('GET', '/logout')
    expect(shown(out)).toEqual(success([]))
    expect(out.headers['set-cookie']).toEqual(['session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
    expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
  })

  it('can be requested twice, and without a session', async () => {
    const client = await freshClient()
    await client.exchange('GET', '/logout')
    expect(shown(await client.exchange('GET', '/logout'))).toEqual(success([]))
    expect(shown(await stranger().exchange('GET', '/logout'))).toEqual(success([]))
  })

  it.each([
    ['60 minutes without use', "used_on = now() - interval '60 minutes'"],
    ['12 hours, although in use', "created_on = now() - interval '12 hours'"],
  ])('comes after %s', async (_, change) => {
    const client = await freshClient()
    await stage.database.query(
      `update record.tabularium_session set ${change} where token_hash = encode(sha256($1), 'hex')`,
      [tokenOf(client)],
    )
    expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
  })

  it.each([
    ['59 minutes without use', "used_on = now() - interval '59 minutes'"],
    ['11 hours in use', "created_on = now() - interval '11 hours 59 minutes'"],
  ])('does not come after %s', async (_, change) => {
    const client = await freshClient()
    await stage.database.query(
      `update record.tabularium_session set ${change} where token_hash = encode(sha256($1), 'hex')`,
      [tokenOf(client)],
    )
    expect((await client.find(Contact)).status).toBe(200)
  })

  it('is postponed by use, which is recorded ten times within the idle time', timed, async () => {
    const service = await startService(stage.database.url, { sessionIdle: '30s' })
    const client = await loggedIn(service)
    expect((await client.find(Contact)).status).toBe(200)
    await stage.database.query(
      `update record.tabularium_session set used_on = now() - interval '20 seconds'
        where token_hash = encode(sha256($1), 'hex')`,
      [tokenOf(client)],
    )
    await until('its use is noted', async () => {
      expect((await client.find(Contact)).status).toBe(200)
      const [row] = await stage.database.query<{ fresh: boolean }>(
        `select used_on > now() - interval '10 seconds' as fresh from record.tabularium_session
          where token_hash = encode(sha256($1), 'hex')`,
        [tokenOf(client)],
      )
      return row?.fresh
    })
    client.close()
    await service.stop()
  })

  it('is final: recording the use of an ended session does not revive it', async () => {
    // A recently seen caller is cached until a statement says otherwise; here recently means 100 ms.
    const service = await startService(stage.database.url, { sessionIdle: '1s' })
    const client = await loggedIn(service)
    expect((await client.find(Contact)).status).toBe(200)
    const end = performance.now() + 200
    await until('its use would be noted again', () => performance.now() > end)
    await stage.database.query(
      `update record.tabularium_session set used_on = now() - interval '1 minute'
        where token_hash = encode(sha256($1), 'hex')`,
      [tokenOf(client)],
    )
    for (let again = 0; again < 5; again++)
      expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
    client.close()
    await service.stop()
  })
})

describe('users', () => {
  async function enter(username: string, options = {}): Promise<Client> {
    await addUser(stage.database, username, options)
    const client = stranger()
    expect((await client.login({ ...admin, username })).status).toBe(200)
    return client
  }

  it('who are not administrators may log in and see nothing', async () => {
    const client = await enter('reader')
    for (const [method, path, body] of [
      ['GET', `/ws/rest/${Contact}`, undefined],
      ['GET', `/ws/rest/${Contact}/1`, undefined],
      ['PUT', `/ws/rest/${Contact}`, { data: { firstName: 'A', lastName: 'B' } }],
      ['POST', `/ws/rest/${Contact}/1`, { data: { version: 0 } }],
      ['DELETE', `/ws/rest/${Contact}/1`, undefined],
    ] as const)
      expect(shown(await client.exchange(method, path, { body }))).toEqual(refusal('unknown-model'))
  })

  it('who are disabled lose their sessions at once and cannot log in', async () => {
    const client = await enter('leaver', { isAdmin: true })
    expect((await client.find(Contact)).status).toBe(200)
    await stage.database.query("update record.tabularium_user set disabled = true where username = 'leaver'")
    expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
    expect(shown(await client.login({ ...admin, username: 'leaver' }))).toEqual(refusal('wrong-credentials'))
  })

  it('who cease to be administrators lose their rights in the same session', async () => {
    const client = await enter('former', { isAdmin: true })
    expect((await client.find(Contact)).status).toBe(200)
    await stage.database.query("update record.tabularium_user set admin = false where username = 'former'")
    expect(shown(await client.find(Contact))).toEqual(refusal('unknown-model'))
  })

  it('without a password cannot log in', async () => {
    await addUser(stage.database, 'robot', { isAdmin: true, withPassword: false })
    expect(shown(await stranger().login({ ...admin, username: 'robot' }))).toEqual(refusal('wrong-credentials'))
  })
})

/** The bytes whose hash the database stores: the token's text. */
function tokenOf(client: Client): Buffer {
  return Buffer.from(client.cookie?.split('=')[1] ?? '')
}
