import { describe, expect, it } from 'vitest'
import { Browser } from '../harness/oidc/Browser.ts'
import { client } from '../harness/oidc/client.ts'
import { hmacToken, makeKey, unsigned, withClaims } from '../harness/oidc/keys.ts'
import { expectIn, expectRefused, useProviders } from '../harness/oidc/useProviders.ts'
import { until } from '../harness/poll.ts'
import type { LyingProvider } from '../harness/oidc/LyingProvider.ts'

const stage = useProviders()
type Claims = Readonly<Record<string, unknown>>
type Lie = (claims: Claims, provider: LyingProvider) => string | undefined

const seconds = () => Math.floor(Date.now() / 1_000)
const without = (name: string, { [name]: _, ...claims }: Claims) => claims

/** Logs in at the provider that lies. */
async function logIn() {
  const browser = new Browser()
  return { browser, answer: await browser.logIn(stage.origin, 'liar') }
}

describe('an ID token', () => {
  it('that is right opens a session', async () => {
    stage.liar.claims = { email: 'c@example.org', email_verified: true }
    const { browser, answer } = await logIn()
    expect((await expectIn(browser, stage, answer)).username).toBe('c@example.org')
  })

  const lies: [string, Lie][] = [
    ['with alg none (19)', (claims) => unsigned(claims)],
    ['signed with the client secret (20)', (claims, { key }) => hmacToken(claims, client.secret, key.kid)],
    ['signed with the public key (21)', (claims, { key }) => hmacToken(claims, key.pem, key.kid)],
    ['of another algorithm (22)', (claims) => makeKey('ES256').toToken(claims)],
    ['with a key in its header (23)', (claims, { foreign }) => foreign.toToken(claims, { jwk: foreign.publicJwk })],
    [
      'with the address of a key in its header (24)',
      (claims, { foreign, issuer }) =>
        foreign.toToken(claims, { jku: `${issuer}/keys`, x5u: 'https://evil.example/x' }),
    ],
    ['of a foreign key with a known id (25)', (claims, { foreign }) => foreign.toToken(claims)],
    ['of an unknown key (26)', (claims) => makeKey().toToken(claims)],
    ['with a critical header that is not known (27)', (claims, { key }) => key.toToken(claims, { crit: ['x'], x: 1 })],
    ['with another nonce (28)', (claims, { key }) => key.toToken({ ...claims, nonce: 'other' })],
    ['without a nonce (28)', (claims, { key }) => key.toToken(without('nonce', claims))],
    ['for another client (29)', (claims, { key }) => key.toToken({ ...claims, aud: 'another' })],
    ['for two clients (30)', (claims, { key }) => key.toToken({ ...claims, aud: [client.id, 'another'] })],
    ['for another party (31)', (claims, { key }) => key.toToken({ ...claims, aud: [client.id, 'x'], azp: 'x' })],
    ['of another issuer (32)', (claims, { key }) => key.toToken({ ...claims, iss: 'https://evil.example' })],
    [
      'that has expired (33)',
      (claims, { key }) => key.toToken({ ...claims, iat: seconds() - 600, exp: seconds() - 120 }),
    ],
    ['of tomorrow (33)', (claims, { key }) => key.toToken({ ...claims, nbf: seconds() + 86_400 })],
    ['with changed claims (34)', (claims, { key }) => withClaims(key.toToken(claims), { ...claims, sub: 'other' })],
    ['without a subject (35)', (claims, { key }) => key.toToken(without('sub', claims))],
    ['with an empty subject (35)', (claims, { key }) => key.toToken({ ...claims, sub: '' })],
    ['with a number as subject (35)', (claims, { key }) => key.toToken({ ...claims, sub: 7 })],
    ['with a subject of 256 characters (35)', (claims, { key }) => key.toToken({ ...claims, sub: 's'.repeat(256) })],
    ['that is missing (36)', () => undefined],
    ['that is none (36)', () => 'a.b.c'],
    ['that is encrypted (42)', () => 'a.b.c.d.e'],
  ]
  it.each(lies)('%s is refused, with one answer for all', async (_, lie) => {
    const { liar } = stage
    liar.toToken = (claims) => lie(claims, liar)
    try {
      const { browser, answer } = await logIn()
      expectRefused(browser, stage, answer, 'invalid-token')
    } finally {
      liar.toToken = (claims) => liar.key.toToken(claims)
    }
  })

  it('of a clock that differs by 45 seconds is accepted', async () => {
    const mail = { email: 'skew@example.org', email_verified: true, sub: 'skew' }
    for (const times of [
      { iat: seconds() + 45, exp: seconds() + 345 },
      { iat: seconds() - 300, exp: seconds() - 45 },
    ]) {
      stage.liar.claims = { ...mail, ...times }
      const { browser, answer } = await logIn()
      await expectIn(browser, stage, answer)
    }
    stage.liar.claims = {}
  })

  it('is no bearer token (37)', async () => {
    const token = stage.liar.key.toToken({ iss: stage.liar.issuer, aud: client.id, sub: 'somebody' })
    const reply = await fetch(`${stage.origin}/ws/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status).toBe(401)
  })
})

describe('the token endpoint', () => {
  it('that does not accept this service says nothing of it to the person', async () => {
    stage.liar.refusal = 'invalid_client'
    const { browser, answer } = await logIn()
    stage.liar.refusal = undefined
    expectRefused(browser, stage, answer, 'client-refused')
    expect(answer.text).not.toContain('words of the provider')
    await until('the log has its error', () => stage.service.logs().includes('"error":"invalid_client"'))
  })
})
