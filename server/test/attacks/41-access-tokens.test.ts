import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { scrape } from '../harness/metrics.ts'
import { Browser } from '../harness/oidc/Browser.ts'
import { client as known } from '../harness/oidc/client.ts'
import { hmacToken, makeKey, unsigned, withClaims } from '../harness/oidc/keys.ts'
import { expectIn, useProviders } from '../harness/oidc/useProviders.ts'

const audience = 'https://records.example.com'
const stage = useProviders({}, {}, {}, { accessTokens: { audience, clients: new Map([['agent', { roles: null }]]) } })
const seconds = () => Math.floor(Date.now() / 1_000)
type Claims = Readonly<Record<string, unknown>>
let program: Client
let adaId: number
let count = 0

beforeAll(async () => {
  program = new Client(stage.origin, 4)
  stage.liar.claims = { sub: 'ada', email: 'ada@example.org', email_verified: true }
  const browser = new Browser()
  adaId = (await expectIn(browser, stage, await browser.logIn(stage.origin, 'liar'))).id
})

afterAll(() => program.close())

/** The claims of an access token that is right. */
function right(): Claims {
  const [iat, jti] = [seconds(), `jti-${++count}`]
  return { iss: stage.liar.issuer, aud: audience, sub: 'ada', iat, exp: iat + 600, client_id: 'agent', jti }
}

const type = { typ: 'at+jwt' }
const toToken = (claims: object, header: object = type) => stage.liar.key.toToken(claims, header)
const send = (token: string, method = 'GET', path = '/ws/me', body?: object) =>
  program.exchange(method, path, {
    ...(body ? { body } : {}),
    headers: { authorization: `Bearer ${token}` },
    cookie: null,
  })

const without =
  (name: string) =>
  ({ [name]: _, ...claims }: Claims) =>
    toToken(claims)

const lies: [string, (claims: Claims) => string][] = [
  ['without a signature (19)', (claims) => unsigned(claims)],
  ['signed with the client secret (20)', (claims) => hmacToken(claims, known.secret, stage.liar.key.kid)],
  [
    'signed with the public key as a secret (21)',
    (claims) => hmacToken(claims, stage.liar.key.pem, stage.liar.key.kid),
  ],
  ['of a foreign key', (claims) => makeKey().toToken(claims, type)],
  ['of a foreign key with a known id (25)', (claims) => stage.liar.foreign.toToken(claims, type)],
  [
    'with its key in the header (23)',
    (claims) => {
      const own = makeKey()
      return own.toToken(claims, { ...type, jwk: own.publicJwk })
    },
  ],
  ['with an unknown critical header (27)', (claims) => toToken(claims, { ...type, crit: ['x'], x: 1 })],
  ['whose claims were changed (34)', (claims) => withClaims(toToken({ ...claims, sub: 'eve' }), claims)],
  ['that is an ID token (37)', (claims) => toToken({ ...claims, aud: known.id, nonce: 'n' }, { typ: 'JWT' })],
  ['of the type of ID tokens', (claims) => toToken(claims, { typ: 'JWT' })],
  ['without a type', (claims) => toToken(claims, {})],
  ['that is a logout token (38)', (claims) => toToken(claims, { typ: 'logout+jwt' })],
  ['for another service (39)', (claims) => toToken({ ...claims, aud: 'https://other.example.com' })],
  ['for the client itself', (claims) => toToken({ ...claims, aud: known.id })],
  ['without an audience', without('aud')],
  ['of another issuer (32)', (claims) => toToken({ ...claims, iss: stage.company.issuer })],
  ['of no issuer', without('iss')],
  ['that has expired (33)', (claims) => toToken({ ...claims, exp: seconds() - 120 })],
  ['that does not end', without('exp')],
  ['that lives for a year', (claims) => toToken({ ...claims, exp: seconds() + 31_536_000 })],
  ['that is not valid yet', (claims) => toToken({ ...claims, nbf: seconds() + 600 })],
  ['without the time at which it was made', without('iat')],
  ['of a client that is not listed (41)', (claims) => toToken({ ...claims, client_id: 'another' })],
  ['of a client with the name of a member of objects', (claims) => toToken({ ...claims, client_id: '__proto__' })],
  ['of no client', without('client_id')],
  ['of nobody (35)', without('sub')],
  ['of somebody whom nobody knows', (claims) => toToken({ ...claims, sub: 'nobody' })],
  ['with a number as its person', (claims) => toToken({ ...claims, sub: 7 })],
  ['with a person that PostgreSQL cannot store', (claims) => toToken({ ...claims, sub: 'ada\0' })],
  ['with a list as its session', (claims) => toToken({ ...claims, sid: ['a'] })],
  ['that is none', () => 'eyJ.eyJ.eyJ'],
  ['that is none, and long', () => `eyJ${'x'.repeat(9_000)}.y.z`],
]

describe('an access token (41)', () => {
  it('that is right is taken', async () => {
    expect((await send(toToken(right()))).status).toBe(200)
    expect((await send(toToken({ ...right(), aud: ['https://other.example.com', audience] }))).status).toBe(200)
  })

  it.each(lies)('%s is refused like no token', async (_, lie) => {
    const token = lie(right())
    for (let turn = 0; turn < 2; turn++) {
      const { status, text } = await send(token)
      expect([status, text]).toEqual([401, expect.stringContaining('"code":"session-required"')])
    }
    const rows = await stage.database.query(
      `select 1 from record.tabularium_session where token_hash = encode(sha256($1::text::bytea), 'hex')`,
      [token],
    )
    expect(rows).toEqual([])
  })

  it('that is refused is counted and logged without its content, and is not noted', async () => {
    const name = 'tabularium_sign_ins_total{method="token",provider="liar",result="refused",reason="invalid-token"}'
    const before = (await scrape(stage.service)).get(name) ?? 0
    const [row] = await stage.database.query('select count(*)::int as n from tabularium.sign_ins')
    const token = toToken({ ...right(), client_id: 'canary-client' })
    expect((await send(token)).status).toBe(401)
    // More than one: the tests ask for the document of the API as the same caller.
    expect((await scrape(stage.service)).get(name)).toBeGreaterThan(before)
    expect(await stage.database.query('select count(*)::int as n from tabularium.sign_ins')).toEqual([row])
    expect(stage.service.logs()).toContain('"provider":"liar","reason":"invalid-token"')
    expect(stage.service.logs()).not.toContain(token.split('.')[1])
  })

  it('in a cookie or of another scheme is none', async () => {
    const token = toToken(right())
    const headers = { authorization: `Basic ${token}` }
    expect((await program.exchange('GET', '/ws/me', { headers, cookie: null })).status).toBe(401)
  })
})

describe('the session of an access token (40)', () => {
  it('makes nothing that would outlive it, not even of an administrator', async () => {
    const stays = [
      ['tabularium.Key', { name: 'mine' }],
      ['tabularium.Webhook', { name: 'mine', url: 'https://example.com', models: [Contact] }],
    ] as const
    for (const [admin, refused] of [
      [false, 404],
      [true, 403],
    ] as const) {
      await stage.database.query('update record.tabularium_user set admin = $2 where id = $1', [adaId, admin])
      const token = toToken(right())
      for (const [model, data] of stays)
        expect((await send(token, 'PUT', `/ws/rest/${model}`, { data })).status).toBe(refused)
    }
    await stage.database.query('update record.tabularium_user set admin = false where id = $1', [adaId])
    expect(await stage.database.query('select 1 from record.tabularium_key')).toEqual([])
  })

  it('changes no password and no address, and ends no other session', async () => {
    const token = toToken(right())
    const password = { old: 'x', new: 'six yellow ducks in a row' }
    const replies = [
      await send(token, 'POST', '/ws/password', password),
      await send(token, 'POST', '/ws/sessions/end', {}),
    ]
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      replies.map(() => [403, expect.stringContaining('access token: log in first')]),
    )
  })

  it('is not seen in the rights of a browser of the same user, and the other way round', async () => {
    const token = toToken(right())
    const { json } = await send(token, 'GET', '/ws/me')
    const [own] = json?.data as [{ may: Readonly<Record<string, readonly string[]>> }]
    expect(own.may['tabularium.Key']).toBeUndefined()
    const browser = new Browser()
    await expectIn(browser, stage, await browser.logIn(stage.origin, 'liar'))
    const { text } = await browser.open(`${stage.origin}/ws/me`)
    expect(JSON.parse(text).data[0].may['tabularium.Key']).toContain('create')
  })
})
