import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createBoundedFetch } from '../../src/session/oidc/boundedFetch.ts'
import { OidcProvider } from '../../src/session/oidc/OidcProvider.ts'
import { Browser } from '../harness/oidc/Browser.ts'
import { client } from '../harness/oidc/client.ts'
import { LyingProvider } from '../harness/oidc/LyingProvider.ts'
import { makeKey } from '../harness/oidc/keys.ts'
import { useProviders } from '../harness/oidc/useProviders.ts'

const stage = useProviders()

const declared = {
  name: 'liar',
  label: 'Liar',
  clientId: client.id,
  clientSecret: client.secret,
  clientAuth: 'post',
  algorithms: ['RS256'],
  scopes: ['openid'],
  linkByEmail: false,
} as const
const parts = { measureSkew: async () => 0, now: () => Date.now() }

/** A server that answers as a test wants. */
async function serve(answer: Parameters<typeof createServer>[1], work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    await new Promise((resolve) => server.close(resolve).closeAllConnections())
  }
}

describe('an answer of a provider', () => {
  const ask = createBoundedFetch('liar', 'keys', undefined)

  it('is read to 512 KiB (44)', async () => {
    await serve(
      (_, response) => response.end('x'.repeat(600 * 1024)),
      (url) => expect(ask(url, {})).rejects.toThrow('longer than'),
    )
    await serve(
      (_, response) => response.end('x'.repeat(500 * 1024)),
      async (url) => expect(await (await ask(url, {})).text()).toHaveLength(500 * 1024),
    )
  })

  it('that never ends is given up after 5 s (46)', async () => {
    await serve(
      (_, response) => void response.write('{'),
      async (url) => {
        const start = performance.now()
        await expect(ask(url, {})).rejects.toThrow('TimeoutError')
        expect(performance.now() - start).toBeLessThan(8_000)
      },
    )
  }, 15_000)

  it('that leads elsewhere is not followed (47)', async () => {
    let asked = 0
    await serve(
      (request, response) => {
        if (request.url === '/inner') asked += 1
        response.writeHead(302, { location: '/inner' }).end()
      },
      (url) => expect(ask(url, {})).rejects.toThrow('it answered 302'),
    )
    expect(asked).toBe(0)
  })
})

describe('the metadata of a provider', () => {
  it.each([
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['with a placeholder for the issuer', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }],
    ['without keys', { jwks_uri: undefined }],
  ])('%s is not used (48)', async (_, metadata) => {
    const liar = await LyingProvider.start()
    liar.metadata = metadata
    const provider = new OidcProvider({ ...declared, issuer: liar.issuer }, parts)
    await expect(provider.check()).rejects.toThrow(/metadata/)
    await liar.stop()
  })
})

describe('the keys of a provider', () => {
  it('are not asked for again for each unknown key (45)', async () => {
    const { liar, origin } = stage
    liar.toToken = (claims) => makeKey().toToken(claims)
    const before = liar.keysAsked
    for (let n = 0; n < 8; n++) expect((await new Browser().logIn(origin, 'liar')).status).toBe(403)
    expect(liar.keysAsked - before).toBeLessThanOrEqual(3)
    liar.toToken = (claims) => liar.key.toToken(claims)
  })
})

describe('a provider that is away from the start', () => {
  it('is answered 503 with the reason, and everything else goes on (50)', async () => {
    await stage.company.stop()
    const answer = await new Browser().open(`${stage.origin}/login/oidc/company`)
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text)).toMatchObject({ data: { code: 'unavailable', reason: 'provider' } })
    expect(answer.headers.get('retry-after')).toBe('10')
    expect((await stage.client.exchange('GET', '/ws/me')).status).toBe(200)
    await stage.company.start()
    expect((await new Browser().open(`${stage.origin}/login/oidc/company`)).status).toBe(303)
  })
})
