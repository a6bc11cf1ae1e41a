import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Browser } from './harness/oidc/Browser.ts'
import { makeClientKey } from './harness/oidc/keys.ts'
import { expectIn, expectRefused, useProviders } from './harness/oidc/useProviders.ts'
import { until } from './harness/poll.ts'

const [privateKey, foreign] = [makeClientKey(), makeClientKey()]
const jwk = { ...createPublicKey(privateKey).export({ format: 'jwk' }), use: 'sig', alg: 'Ed25519' }
const known = { client_secret: undefined, token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [jwk] } }
const signUp = { domains: ['example.com'], roles: [] }
const [right, wrong] = [privateKey, foreign].map((key) =>
  useProviders({ signUp, privateKey: key }, {}, {}, {}, known),
) as [ReturnType<typeof useProviders>, ReturnType<typeof useProviders>]

describe('a provider that knows the service by a private key', () => {
  it('accepts what it signs, login after login', async () => {
    right.company.is('ada', { email: 'ada@example.com', email_verified: true })
    for (let turn = 0; turn < 3; turn++) {
      const browser = new Browser()
      const me = await expectIn(browser, right, await browser.logIn(right.origin, 'company'))
      expect(me.username).toBe('ada@example.com')
    }
  })

  it('refuses what another key signs, and the log says whose fault it is', async () => {
    wrong.company.is('ada', { email: 'ada@example.com', email_verified: true })
    const browser = new Browser()
    expectRefused(browser, wrong, await browser.logIn(wrong.origin, 'company'), 'client-refused')
    await until('the log says it', () => wrong.service.logs().includes('"error":"invalid_client"'))
    expect(wrong.service.logs()).not.toContain('PRIVATE KEY')
  })
})
