import { describe, expect, it } from 'vitest'
import { admin, Client, cookieOf } from './harness/client.ts'
import { Contact, refusal, shown, success } from './harness/contract.ts'
import { useService } from './harness/useService.ts'

const stage = useService()

function stranger(): Client {
  return new Client(stage.service.url)
}

describe.each(['/callback', '/login.jsp'])('POST %s', (path) => {
  const login = (body: unknown, headers: Record<string, string> = {}) =>
    stranger().exchange('POST', path, { body, headers })

  it('answers the user and one cookie that scripts cannot read', async () => {
    const reply = await login(admin)
    expect(shown(reply)).toEqual(success([{ id: 1, username: 'admin', name: 'admin' }]))
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('takes the name in capitals for the same name', async () => {
    expect((await login({ ...admin, username: 'ADMIN' })).status).toBe(200)
  })

  it.each<[string, object]>([
    ['a wrong password', { ...admin, password: 'correct-horse-batterx' }],
    ['an unknown user', { ...admin, username: 'nobody' }],
    ['a password with a space behind it', { ...admin, password: `${admin.password} ` }],
    ['a username with a NUL', { ...admin, username: 'admin\0' }],
    ['half of a surrogate pair', { ...admin, username: 'admin\ud800' }],
    ['a look-alike of the username', { ...admin, username: '\u0430dmin' }],
    ['a username that only folds to ours', { ...admin, username: 'adm\u0130n' }],
    ['SQL for a username', { ...admin, username: "admin' or '1'='1" }],
    ['a password with a NUL', { ...admin, password: `${admin.password}\0` }],
  ])('%s answers alike: 401, and no cookie', async (_, body) => {
    const reply = await login(body)
    expect(shown(reply)).toEqual(
      refusal('wrong-credentials', { data: { message: 'The username or the password is wrong.' } }),
    )
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  it.each<[string, unknown, object]>([
    ['no password', { username: 'admin' }, { password: 'must be text' }],
    ['a number', { username: 'admin', password: 1 }, { password: 'must be text' }],
    ['an object', { username: { $ne: null }, password: 'x' }, { username: 'must be text' }],
    [
      'arrays',
      { username: ['admin'], password: [admin.password] },
      { username: 'must be text', password: 'must be text' },
    ],
    ['booleans', { username: true, password: true }, { username: 'must be text', password: 'must be text' }],
    ['null', { username: null, password: null }, { username: 'must be text', password: 'must be text' }],
    ['empty texts', { username: '', password: '' }, { username: 'must be text', password: 'must be text' }],
    [
      'a password of 1,025 bytes',
      { username: 'admin', password: 'x'.repeat(1_025) },
      { password: expect.stringContaining('1024 bytes') },
    ],
    ['a member more', { ...admin, admin: true }, { admin: expect.stringContaining('is not known here') }],
  ])('%s answers 400 and names it', async (_, body, errors) => {
    expect(shown(await login(body))).toEqual(refusal('invalid-record', { errors }))
  })

  it.each<[string, unknown]>([
    ['an array', []],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
  ])('%s answers 400', async (_, body) => {
    expect(shown(await login(body))).toEqual(refusal('invalid-record', { errors: { body: expect.any(String) } }))
  })

  it('a form answers 415, so that no page can log a visitor in', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(shown(await login('username=a&password=b', form))).toEqual(refusal('unsupported-media-type'))
  })

  it('a page of another site cannot log a visitor in', async () => {
    expect(shown(await login(admin, { origin: 'https://evil.example' }))).toEqual(refusal('cross-origin'))
  })

  it('no parameter sends anybody elsewhere afterwards', async () => {
    const reply = await stranger().exchange('POST', `${path}?redirect=https://evil.example`, { body: admin })
    expect(shown(reply)).toEqual(refusal('invalid-parameter'))
    expect(reply.headers.location).toBeUndefined()
  })
})

describe('a session', () => {
  it('begins with a new token, whatever the client came with', async () => {
    const planted = 'A'.repeat(43)
    const reply = await stranger().exchange('POST', '/callback', { body: admin, cookie: `session=${planted}` })
    expect(reply.status).toBe(200)
    expect(cookieOf(reply)).not.toContain(planted)
    expect(reply.text).not.toContain(planted)
    expect(shown(await stranger().exchange('GET', `/ws/rest/${Contact}`, { cookie: `session=${planted}` }))).toEqual(
      refusal('session-required'),
    )
  })

  it('is another one each time, and the first goes on beside the second', async () => {
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

  it('is kept as a hash, from which nobody can make its token', async () => {
    const client = stranger()
    await client.login()
    const token = client.cookie?.split('=')[1] ?? ''
    const rows = await stage.database.query<{ hash: string }>(
      "select encode(token_hash, 'hex') as hash from tabularium.sessions",
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

  it('comes with GET /logout, which clears the cookie; the cookie is dead at once', async () => {
    const client = await freshClient()
    const out = await client.exchange('GET', '/logout')
    expect(shown(out)).toEqual(success([]))
    expect(out.headers['set-cookie']).toEqual(['session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
    expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
  })

  it('can be asked for twice, and without a session', async () => {
    const client = await freshClient()
    await client.exchange('GET', '/logout')
    expect(shown(await client.exchange('GET', '/logout'))).toEqual(success([]))
    expect(shown(await stranger().exchange('GET', '/logout'))).toEqual(success([]))
  })

  it.each([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['origin null', { origin: 'null' }],
  ])('cannot be brought about by a page of another site (%s)', async (_, headers) => {
    const client = await freshClient()
    expect(shown(await client.exchange('GET', '/logout', { headers }))).toEqual(refusal('cross-origin'))
    expect((await client.find(Contact)).status).toBe(200)
  })

  it.each([
    ['60 minutes without use', "used_on = now() - interval '60 minutes'"],
    ['12 hours, although in use', "created_on = now() - interval '12 hours'"],
  ])('comes after %s', async (_, change) => {
    const client = await freshClient()
    await stage.database.query(`update tabularium.sessions set ${change} where token_hash = sha256($1)`, [
      tokenOf(client),
    ])
    expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
  })

  it.each([
    ['59 minutes without use', "used_on = now() - interval '59 minutes'"],
    ['11 hours in use', "created_on = now() - interval '11 hours 59 minutes'"],
  ])('does not come after %s', async (_, change) => {
    const client = await freshClient()
    await stage.database.query(`update tabularium.sessions set ${change} where token_hash = sha256($1)`, [
      tokenOf(client),
    ])
    expect((await client.find(Contact)).status).toBe(200)
  })

  it('moves away with every use', async () => {
    const client = await freshClient()
    await stage.database.query(
      "update tabularium.sessions set used_on = now() - interval '30 minutes' where token_hash = sha256($1)",
      [tokenOf(client)],
    )
    expect((await client.find(Contact)).status).toBe(200)
    await expect
      .poll(async () => {
        const [row] = await stage.database.query<{ fresh: boolean }>(
          "select used_on > now() - interval '1 minute' as fresh from tabularium.sessions where token_hash = sha256($1)",
          [tokenOf(client)],
        )
        return row?.fresh
      })
      .toBe(true)
  })
})

describe('users', () => {
  async function addUser(username: string, columns = ''): Promise<Client> {
    await stage.database.query(
      `insert into tabularium.users (username, name, password_hash${columns ? ', admin' : ''})
      select $1, 'Somebody', password_hash${columns ? `, ${columns}` : ''} from tabularium.users where username = 'admin'`,
      [username],
    )
    const client = stranger()
    expect((await client.login({ ...admin, username })).status).toBe(200)
    return client
  }

  it('who are not administrators may log in and see nothing', async () => {
    const client = await addUser('reader')
    for (const [method, path, body] of [
      ['GET', `/ws/rest/${Contact}`, undefined],
      ['GET', `/ws/rest/${Contact}/1`, undefined],
      ['PUT', `/ws/rest/${Contact}`, { data: { firstName: 'A', lastName: 'B' } }],
      ['POST', `/ws/rest/${Contact}/1`, { data: { version: 0 } }],
      ['DELETE', `/ws/rest/${Contact}/1`, undefined],
    ] as const)
      expect(shown(await client.exchange(method, path, { body }))).toEqual(refusal('not-permitted'))
  })

  it('who are disabled lose their sessions at once and cannot log in', async () => {
    const client = await addUser('leaver', 'true')
    expect((await client.find(Contact)).status).toBe(200)
    await stage.database.query("update tabularium.users set disabled = true where username = 'leaver'")
    expect(shown(await client.find(Contact))).toEqual(refusal('session-required'))
    expect(shown(await client.login({ ...admin, username: 'leaver' }))).toEqual(refusal('wrong-credentials'))
  })

  it('who cease to be administrators may do nothing more, in the same session', async () => {
    const client = await addUser('former', 'true')
    expect((await client.find(Contact)).status).toBe(200)
    await stage.database.query("update tabularium.users set admin = false where username = 'former'")
    expect(shown(await client.find(Contact))).toEqual(refusal('not-permitted'))
  })

  it('without a password cannot log in', async () => {
    await stage.database.query("insert into tabularium.users (username, name, admin) values ('robot', 'Robot', true)")
    expect(shown(await stranger().login({ ...admin, username: 'robot' }))).toEqual(refusal('wrong-credentials'))
  })
})

/** The bytes whose hash the database keeps: the token's own text. */
function tokenOf(client: Client): Buffer {
  return Buffer.from(client.cookie?.split('=')[1] ?? '')
}
