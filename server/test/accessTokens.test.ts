import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, type Reply, recordOf } from './harness/client.ts'
import { Contact } from './harness/contract.ts'
import { scrape } from './harness/metrics.ts'
import { Browser } from './harness/oidc/Browser.ts'
import { client as known } from './harness/oidc/client.ts'
import { expectIn, type Me, useProviders } from './harness/oidc/useProviders.ts'
import { makeRole } from './harness/people.ts'
import { until } from './harness/poll.ts'
import { startService } from './harness/service.ts'

const audience = 'https://records.example.com'
const clients = new Map([
  ['agent', { roles: null }],
  ['reader', { roles: ['readers'] }],
])
const stage = useProviders({}, {}, {}, { accessTokens: { audience, clients } })
const event = 'http://schemas.openid.net/event/backchannel-logout'
const seconds = () => Math.floor(Date.now() / 1_000)
let program: Client
let count = 0

beforeAll(async () => {
  program = new Client(stage.origin, 8)
  const readers = await makeRole(stage.client, 'readers', [{ model: Contact, read: true }])
  const writers = await makeRole(stage.client, 'writers', [{ model: Contact, read: true, create: true }])
  for (const name of ['ada', 'bob']) {
    const { id, version } = await meet(name)
    const roles = [readers, writers].map((role) => ({ id: role.id }))
    recordOf(await stage.client.update('tabularium.User', id, { version, roles }))
  }
})

afterAll(() => program.close())

/** Lets a person log in for the first time, and returns the user. */
async function meet(subject: string) {
  stage.liar.claims = { sub: subject, email: `${subject}@example.org`, email_verified: true }
  const browser = new Browser()
  const { id } = await expectIn(browser, stage, await browser.logIn(stage.origin, 'liar'))
  return recordOf(await stage.client.exchange('GET', `/ws/rest/tabularium.User/${id}`))
}

/** An access token that is right but for `more`. */
function makeToken(more: object = {}, header: object = { typ: 'at+jwt' }): string {
  const [iat, jti] = [seconds(), `jti-${++count}`]
  const claims = { iss: stage.liar.issuer, aud: audience, sub: 'ada', iat, exp: iat + 600, client_id: 'agent', jti }
  return stage.liar.key.toToken({ ...claims, ...more }, header)
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })
const send = (token: string, method = 'GET', path = '/ws/me', body?: object) =>
  program.exchange(method, path, { ...(body ? { body } : {}), headers: headersOf(token), cookie: null })
const statusOf = async (token: string) => (await send(token)).status
const meOf = ({ json }: Reply) => (json?.data as [Me])[0]
const countSessions = async () => {
  const [row] = await stage.database.query(`select count(*)::int as n from record.tabularium_session
    where method = 'token'`)
  return row?.['n'] as number
}

async function tellLogout(which: object): Promise<number> {
  const iat = seconds()
  const claims = { iss: stage.liar.issuer, aud: known.id, iat, exp: iat + 120, jti: `out-${++count}`, ...which }
  const token = stage.liar.key.toToken({ ...claims, events: { [event]: {} } }, { typ: 'logout+jwt' })
  const body = new URLSearchParams({ logout_token: token })
  return (await fetch(`${stage.origin}/login/oidc/liar/backchannel-logout`, { method: 'POST', body })).status
}

describe('an access token', () => {
  it('opens one session of its person, which says how it was opened and ends with the token', async () => {
    const [exp, before] = [seconds() + 300, await countSessions()]
    const token = makeToken({ exp, auth_time: seconds() - 60 })
    const own = meOf(await send(token))
    const end = new Date(exp * 1_000).toISOString()
    expect([own.username, own.roles]).toEqual(['ada@example.org', ['readers', 'writers']])
    expect(own.session).toMatchObject({ method: 'token', provider: 'liar', factors: ['provider'], latest: end })
    expect(Date.parse(String(own.session['confirmedOn']))).toBeLessThan(Date.now() - 50_000)
    for (let turn = 0; turn < 3; turn++) expect(await statusOf(token)).toBe(200)
    expect((await send(token, 'GET', `/ws/rest/${Contact}?limit=1`)).status).toBe(200)
    expect(await countSessions()).toBe(before + 1)
  })

  it('is listed with the client that it was made for, and counted', async () => {
    const name = 'tabularium_sign_ins_total{method="token",provider="liar",result="ok",reason=""}'
    const before = (await scrape(stage.service)).get(name) ?? 0
    const token = makeToken()
    expect(await statusOf(token)).toBe(200)
    const { json } = await stage.client.exchange('GET', '/ws/sign-ins?limit=1')
    const [signIn] = json?.data as [object]
    expect(signIn).toMatchObject({ method: 'token', provider: 'liar', result: 'ok', agent: 'agent' })
    expect((await scrape(stage.service)).get(name)).toBe(before + 1)
  })

  it('opens one session if 20 requests bring it at once', async () => {
    const [token, before] = [makeToken(), await countSessions()]
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(token)))
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await countSessions()).toBe(before + 1)
  })

  it('opens one session if two processes see it first at once', async () => {
    const { database, origin, signIn } = stage
    const other = await startService(database.url, { publicUrl: origin }, undefined, { signIn })
    const second = new Client(other.url, 8)
    const [tokens, before] = [Array.from({ length: 20 }, () => makeToken()), await countSessions()]
    const ask = (at: Client, token: string) => at.exchange('GET', '/ws/me', { headers: headersOf(token), cookie: null })
    const replies = await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 10 }, (_, turn) => ask(turn % 2 ? program : second, token))),
    )
    second.close()
    await other.stop()
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    expect(await countSessions()).toBe(before + tokens.length)
  })

  it('of a person whom nobody knows is taken once somebody does', async () => {
    const token = makeToken({ sub: 'cleo' })
    expect(await statusOf(token)).toBe(401)
    await meet('cleo')
    expect(await statusOf(token)).toBe(200)
  })
})

describe('the session of an access token', () => {
  const ends: [string, (token: string) => Promise<unknown>][] = [
    ['a logout', (token) => send(token, 'GET', '/logout')],
    ['a logout at the provider', () => tellLogout({ sub: 'bob' })],
    ['a logout of its session at the provider', () => tellLogout({ sid: 'sid-of-bob' })],
    [
      'an administrator',
      async () => stage.client.exchange('POST', '/ws/sessions/end', { body: { user: (await findBob()).id } }),
    ],
  ]
  it.each(ends)('is ended by %s, and the token opens no other', async (_, end) => {
    const token = makeToken({ sub: 'bob', sid: 'sid-of-bob' })
    expect(await statusOf(token)).toBe(200)
    await end(token)
    for (let turn = 0; turn < 3; turn++) expect(await statusOf(token)).toBe(401)
    expect(await statusOf(makeToken({ sub: 'bob' }))).toBe(200)
  })

  it('ends while its user is disabled, and does not come back', async () => {
    const token = makeToken({ sub: 'bob' })
    expect(await statusOf(token)).toBe(200)
    const { id, version } = await findBob()
    const disabled = recordOf(await stage.client.update('tabularium.User', id, { version, disabled: true }))
    expect([await statusOf(token), await statusOf(makeToken({ sub: 'bob' }))]).toEqual([401, 401])
    recordOf(await stage.client.update('tabularium.User', id, { version: disabled.version, disabled: false }))
    expect([await statusOf(token), await statusOf(makeToken({ sub: 'bob' }))]).toEqual([401, 200])
  })

  it('ends with the token, by the clock of the database', async () => {
    const token = makeToken({ exp: seconds() + 3 })
    expect(await statusOf(token)).toBe(200)
    await until('it has ended', async () => (await statusOf(token)) === 401)
  })

  it('goes on while the provider is away, which new tokens need only after its keys were forgotten', async () => {
    const token = makeToken()
    expect(await statusOf(token)).toBe(200)
    stage.liar.keys = () => '{'
    expect(await statusOf(token)).toBe(200)
    stage.liar.keys = () => JSON.stringify({ keys: [stage.liar.key.publicJwk] })
  })

  async function findBob() {
    const criteria = [{ fieldName: 'username', operator: '=', value: 'bob@example.org' }]
    const reply = await stage.client.exchange('POST', '/ws/rest/tabularium.User/search', {
      body: { data: { criteria } },
    })
    return recordOf(reply)
  }
})

describe('the roles of a client', () => {
  it('are the only ones that count', async () => {
    const token = makeToken({ client_id: 'reader' })
    const own = meOf(await send(token))
    expect([own.roles, own.admin]).toEqual([['readers'], false])
    expect((await send(token, 'GET', `/ws/rest/${Contact}?limit=1`)).status).toBe(200)
    const { status, text } = await send(token, 'PUT', `/ws/rest/${Contact}`, {
      data: { firstName: 'A', lastName: 'B' },
    })
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('The token may not: it is limited to the roles readers'),
    ])
  })

  it('are all of the user where none are named', async () => {
    const body = { data: { firstName: 'A', lastName: 'B' } }
    expect((await send(makeToken(), 'PUT', `/ws/rest/${Contact}`, body)).status).toBe(200)
  })

  it('leave an administrator without the rights of one, also in transactions', async () => {
    const { id } = await meet('root')
    await stage.database.query('update record.tabularium_user set admin = true where id = $1', [id])
    const [whole, limited] = [makeToken({ sub: 'root' }), makeToken({ sub: 'root', client_id: 'reader' })]
    expect([meOf(await send(whole)).admin, meOf(await send(limited)).admin]).toEqual([true, false])
    expect((await send(limited, 'GET', `/ws/rest/${Contact}?limit=1`)).status).toBe(403)
    const write = { data: { username: `u${++count}` } }
    expect((await send(limited, 'PUT', '/ws/rest/tabularium.User', write)).status).toBe(403)
    expect((await send(whole, 'PUT', '/ws/rest/tabularium.User', write)).status).toBe(200)
  })
})

describe('programs find the provider', () => {
  it('by the metadata that refusals name (RFC 9728)', async () => {
    const path = '/.well-known/oauth-protected-resource'
    const { headers } = await program.exchange('GET', '/ws/me', { cookie: null })
    expect(headers['www-authenticate']).toBe(`Bearer realm="tabularium", resource_metadata="${stage.origin}${path}"`)
    const written = await program.exchange('PUT', `/ws/rest/${Contact}`, { cookie: null, body: { data: {} } })
    expect([written.status, written.headers['www-authenticate']]).toEqual([401, headers['www-authenticate']])
    const { status, text } = await program.exchange('GET', path, { cookie: null })
    const metadata = { resource: stage.origin, authorization_servers: [stage.liar.issuer] }
    expect([status, JSON.parse(text)]).toEqual([200, { ...metadata, bearer_methods_supported: ['header'] }])
  })
})
