import { describe, expect, it } from 'vitest'
import { Browser } from '../harness/oidc/Browser.ts'
import { client } from '../harness/oidc/client.ts'
import { hmacToken, makeKey, unsigned } from '../harness/oidc/keys.ts'
import { expectIn, useProviders } from '../harness/oidc/useProviders.ts'
import { until } from '../harness/poll.ts'
import { scrape } from '../harness/metrics.ts'

const stage = useProviders()
const event = 'http://schemas.openid.net/event/backchannel-logout'
const seconds = () => Math.floor(Date.now() / 1_000)
let count = 0

/** Logs in at the provider that lies, in a session of its own there. */
async function logIn(subject: string, sid: string | undefined = `sid-${++count}`) {
  stage.liar.claims = { sub: subject, email: `${subject}@example.org`, email_verified: true, ...(sid ? { sid } : {}) }
  const browser = new Browser()
  await expectIn(browser, stage, await browser.logIn(stage.origin, 'liar'))
  return { browser, sid }
}

/** The claims of a logout token that is right. */
function right(more: object): Readonly<Record<string, unknown>> {
  const times = { iat: seconds(), exp: seconds() + 120 }
  return { iss: stage.liar.issuer, aud: client.id, ...times, jti: `jti-${++count}`, events: { [event]: {} }, ...more }
}

const toToken = (claims: object, header: object = { typ: 'logout+jwt' }) => stage.liar.key.toToken(claims, header)
const form = (token: string) => new URLSearchParams({ logout_token: token }).toString()

async function tell(body: string, headers: Readonly<Record<string, string>> = {}, provider = 'liar') {
  const reply = await fetch(`${stage.origin}/login/oidc/${provider}/backchannel-logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  return { status: reply.status, text: await reply.text(), cached: reply.headers.get('cache-control') }
}

const accepted = { status: 200, text: '', cached: 'no-store' }
const refused = { ...accepted, status: 400 }
const statusOf = async ({ browser }: { browser: Browser }) => (await browser.open(`${stage.origin}/ws/me`)).status

describe('a logout at the provider', () => {
  it('ends the session that it names, and no other (69)', async () => {
    const [one, two] = [await logIn('ada'), await logIn('ada')]
    expect(await tell(form(toToken(right({ sub: 'ada', sid: one.sid }))))).toEqual(accepted)
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200])
  })

  it('without a session ends all of the person, and of nobody else', async () => {
    const [one, two, other] = [await logIn('bob'), await logIn('bob'), await logIn('eve')]
    expect(await tell(form(toToken(right({ sub: 'bob' }))))).toEqual(accepted)
    expect([await statusOf(one), await statusOf(two), await statusOf(other)]).toEqual([401, 401, 200])
  })

  it('is a delete in the journal, by nobody here, and is logged and counted', async () => {
    const { sid } = await logIn('cy')
    const before = await scrape(stage.service)
    expect(await tell(form(toToken(right({ sid }))), { 'x-request-id': 'told-by-liar' })).toEqual(accepted)
    const rows = await stage.database.query(
      `select operation, author from tabularium.journal where request_id = 'oidc-liar-told-by-liar'`,
    )
    expect(rows).toEqual([{ operation: 'd', author: null }])
    await until('it is logged', () =>
      stage.service.logs().includes('"by":"provider","provider":"liar","count":1,"msg":"sessions ended"'),
    )
    const name = 'tabularium_sessions_ended_total{by="provider"}'
    expect(((await scrape(stage.service)).get(name) ?? 0) - (before.get(name) ?? 0)).toBe(1)
  })

  it('of nobody who is logged in is accepted', async () => {
    expect(await tell(form(toToken(right({ sub: 'somebody else' }))))).toEqual(accepted)
    expect(await tell(form(toToken(right({ sub: 'somebody else' }), {})))).toEqual(accepted)
  })

  it('may come from anywhere: no cookie is read', async () => {
    const one = await logIn('fay')
    const headers = { origin: 'https://login.example.com', 'sec-fetch-site': 'cross-site' }
    expect(await tell(form(toToken(right({ sid: one.sid }))), headers)).toEqual(accepted)
    expect(await statusOf(one)).toBe(401)
  })
})

describe('a logout token (68)', () => {
  type Claims = Readonly<Record<string, unknown>>
  const without =
    (name: string) =>
    ({ [name]: _, ...claims }: Claims) =>
      toToken(claims)
  const lies: [string, (claims: Claims) => string][] = [
    ['without a signature', (claims) => unsigned(claims)],
    ['signed with the client secret', (claims) => hmacToken(claims, client.secret, stage.liar.key.kid)],
    ['of a foreign key', (claims) => makeKey().toToken(claims, { typ: 'logout+jwt' })],
    ['of a foreign key with a known id', (claims) => stage.liar.foreign.toToken(claims, { typ: 'logout+jwt' })],
    ['of another type', (claims) => toToken(claims, { typ: 'at+jwt' })],
    ['for another client', (claims) => toToken({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => toToken({ ...claims, iss: stage.company.issuer })],
    ['with a nonce', (claims) => toToken({ ...claims, nonce: 'n' })],
    ['without events', without('events')],
    ['without the event', (claims) => toToken({ ...claims, events: {} })],
    ['whose event is a text', (claims) => toToken({ ...claims, events: { [event]: 'x' } })],
    ['whose events are a list', (claims) => toToken({ ...claims, events: [event] })],
    ['without an id', without('jti')],
    ['with a number as its id', (claims) => toToken({ ...claims, jti: 7 })],
    ['of nobody', without('sub')],
    ['with an empty session', (claims) => toToken({ ...claims, sid: '' })],
    ['with a list as its session', (claims) => toToken({ ...claims, sid: ['a'] })],
    ['with an id that PostgreSQL cannot store', (claims) => toToken({ ...claims, sid: 'a\0' })],
    ['of an hour ago', (claims) => toToken({ ...claims, iat: seconds() - 3_600 })],
    ['without a time', without('iat')],
    ['that has expired', (claims) => toToken({ ...claims, exp: seconds() - 120 })],
    ['of tomorrow', (claims) => toToken({ ...claims, iat: seconds() + 86_400, exp: seconds() + 90_000 })],
    ['that is none', () => 'x'],
    ['that is empty', () => ''],
  ]
  it.each(lies)('%s ends nothing, with one answer for all', async (_, lie) => {
    const one = await logIn('gus')
    expect(await tell(form(lie(right({ sub: 'gus' }))))).toEqual(refused)
    expect(await statusOf(one)).toBe(200)
  })

  it('counts once, also if 20 come at once', async () => {
    await logIn('hal')
    const body = form(toToken(right({ sub: 'hal' })))
    const replies = await Promise.all(Array.from({ length: 20 }, () => tell(body)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    const again = await logIn('hal')
    expect(await tell(body)).toEqual(refused)
    expect(await statusOf(again)).toBe(200)
  })

  it('of one provider is refused at another', async () => {
    const one = await logIn('ida')
    expect(await tell(form(toToken(right({ sub: 'ida' }))), {}, 'company')).toEqual(refused)
    expect((await tell(form('x'), {}, 'unknown')).status).toBe(404)
    expect(await statusOf(one)).toBe(200)
  })

  it('is no ID token, and an ID token is none', async () => {
    const one = await logIn('joe')
    const idToken = { iss: stage.liar.issuer, aud: client.id, sub: 'joe', iat: seconds(), exp: seconds() + 60 }
    expect(await tell(form(stage.liar.key.toToken({ ...idToken, nonce: 'n', jti: 'x' })))).toEqual(refused)
    expect(await statusOf(one)).toBe(200)
  })

  it('is sent as a form that has one, of 16 KiB', async () => {
    const token = toToken(right({ sub: 'nobody' }))
    expect(await tell(`${form(token)}&${form(token)}`)).toEqual(refused)
    expect(await tell('')).toEqual(refused)
    expect((await tell(`${form(token)}&x=${'y'.repeat(17_000)}`)).status).toBe(413)
    expect((await tell(JSON.stringify({ logout_token: token }), { 'content-type': 'application/json' })).status).toBe(
      415,
    )
    expect(await tell(form(token))).toEqual(accepted)
  })
})

describe('a form', () => {
  it('is taken where one is expected, and nowhere else: another site could send it', async () => {
    const body = 'username=admin&password=correct-horse-battery'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await fetch(`${stage.origin}/callback`, { method: 'POST', headers, body })).status).toBe(415)
  })
})
