import { describe, expect, it } from 'vitest'
import type { Reply } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService({ origins: 'https://console.example.com,https://other.example.com:8443' })
const path = `/ws/rest/${Contact}`

/** The headers that would let a page read an answer. */
function granted({ headers }: Reply): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control'))
}

const foreign = [
  'https://evil.example',
  'null',
  'NULL',
  '',
  '*',
  'file://',
  'https://console.example.com.evil.example',
  'https://evil-console.example.com',
  'https://evil.example/https://console.example.com',
  'https://evil.example#console.example.com',
  'https://console.example.com@evil.example',
  'https://console.example.com%00.evil.example',
  'https://consoleXexample.com',
  'https://sub.console.example.com',
  'https://example.com',
  'https://CONSOLE.example.com',
  'HTTPS://console.example.com',
  'http://console.example.com',
  'https://console.example.com:443',
  'https://console.example.com:8443',
  'https://other.example.com',
  'https://other.example.com:8444',
  'https://console.example.com/',
  'https://console.example.com.',
  ' https://console.example.com https://evil.example',
  'https://console.example.com,https://other.example.com:8443',
  'https://console.example.com, https://evil.example',
]

describe.each(foreign)('the origin %j', (origin) => {
  it.each<[string, string, unknown]>([
    ['GET', path, undefined],
    ['GET', '/logout', undefined],
    ['GET', '/nothing', undefined],
    ['POST', '/callback', { username: 'a', password: 'b' }],
    ['PUT', path, { data: {} }],
    ['OPTIONS', path, undefined],
    ['OPTIONS', '/callback', undefined],
  ])('may read no answer: %s %s', async (method, target, body) => {
    const preflight = method === 'OPTIONS' ? { 'access-control-request-method': 'PUT' } : {}
    const reply = await stage.client.exchange(method, target, { body, headers: { origin, ...preflight }, cookie: null })
    expect(granted(reply)).toEqual([])
    expect(reply.headers.vary).toBe('origin')
    if (method === 'OPTIONS') expect(reply.status).toBe(405)
  })
})

describe('a listed origin', () => {
  const origin = 'https://other.example.com:8443'
  const allowed = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'origin' }

  it('may read answers, also failures, and is the only one in the headers', async () => {
    for (const target of [path, `${path}/abc`, '/nothing'])
      expect((await stage.client.exchange('GET', target, { headers: { origin } })).headers).toMatchObject(allowed)
  })

  it('may send a preflight, for methods that exist', async () => {
    const preflight = await stage.client.exchange('OPTIONS', `${path}/1`, {
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({ ...allowed, 'access-control-allow-methods': 'GET, POST, DELETE' })
    expect(preflight.headers['access-control-allow-headers']).not.toContain('*')
  })
})
