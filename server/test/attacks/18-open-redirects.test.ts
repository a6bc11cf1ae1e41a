import { describe, expect, it } from 'vitest'
import { admin, Client, type Reply } from '../harness/client.ts'
import { refusal, shown, success } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService()
const evil = 'evil.example'
const names = [
  'redirect',
  'redirect_uri',
  'redirect_url',
  'redirectTo',
  'return',
  'returnTo',
  'return_url',
  'next',
  'url',
  'target',
  'to',
  'continue',
  'dest',
  'destination',
  'callback',
  'forward',
  'service',
  'goto',
  'r',
]
const addresses = [
  `https://${evil}`,
  `//${evil}`,
  `/\\${evil}`,
  `https:${evil}`,
  'javascript:alert(1)',
  `%0d%0aLocation:${evil}`,
]

/** An answer without a redirect. */
function expectToStay(reply: Reply): void {
  expect(reply.status < 300 || reply.status >= 400).toBe(true)
  for (const header of ['location', 'refresh', 'content-location', 'link'])
    expect(reply.headers[header]).toBeUndefined()
  expect(JSON.stringify(reply.headers)).not.toContain(evil)
  expect(reply.text).not.toContain(evil)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
}

function exchange(method: string, path: string, message: object = {}): Promise<Reply> {
  return new Client(stage.service.url).exchange(method, path, message)
}

describe.each(['/callback', '/login.jsp'])('POST %s', (path) => {
  it.each(names)('takes no %s in its address or its body', async (name) => {
    for (const address of addresses) {
      const inAddress = await exchange('POST', `${path}?${name}=${address}`, { body: admin })
      expect(shown(inAddress)).toEqual(refusal('invalid-parameter'))
      expectToStay(inAddress)
      expect(inAddress.headers['set-cookie']).toBeUndefined()
      const inBody = await exchange('POST', path, { body: { ...admin, [name]: address } })
      expect(shown(inBody)).toEqual(refusal('invalid-record', { errors: { [name]: expect.any(String) } }))
      expectToStay(inBody)
    }
  })

  it('ignores the host and the referrer', async () => {
    for (const headers of [
      { host: evil },
      { 'x-forwarded-host': evil },
      { 'x-forwarded-proto': 'https', 'x-forwarded-server': evil },
      { 'x-original-url': `https://${evil}/`, 'x-rewrite-url': `//${evil}` },
      { referer: `https://${evil}/` },
      { cookie: `returnTo=https://${evil}` },
    ]) {
      const reply = await exchange('POST', path, { body: admin, headers })
      expect(shown(reply)).toEqual(success([{ id: 1, username: 'admin', name: 'admin' }]))
      expectToStay(reply)
    }
  })
})

describe('GET /logout', () => {
  it.each(names)('takes no %s', async (name) => {
    for (const address of addresses) {
      const reply = await exchange('GET', `/logout?${name}=${address}`)
      expect(shown(reply)).toEqual(refusal('invalid-parameter'))
      expectToStay(reply)
    }
  })

  it.each([
    `/logout//${evil}`,
    `//${evil}/logout`,
    `/\\${evil}`,
    `/logout/..//${evil}`,
    `//${evil}/%2e%2e`,
    `/https://${evil}`,
  ])('is not reached by %s, and neither is that place', async (path) => {
    const reply = await exchange('GET', path)
    expect(shown(reply)).toEqual(refusal('unknown-path'))
    expectToStay(reply)
  })

  it('ignores the host and the referrer', async () => {
    for (const headers of [{ host: evil }, { 'x-forwarded-host': evil }, { referer: `https://${evil}/` }]) {
      const reply = await exchange('GET', '/logout', { headers })
      expect(shown(reply)).toEqual(success([]))
      expectToStay(reply)
    }
  })
})
