import { describe, expect, it } from 'vitest'
import { admin, Client, recordOf } from '../harness/client.ts'
import { ada } from '../harness/contacts.ts'
import { Contact, refusal, shown, success } from '../harness/contract.ts'
import { useService } from '../harness/useService.ts'

const stage = useService({ origins: 'https://console.example.com' })
const path = `/ws/rest/${Contact}`

/** How a browser marks a request that a page of another site caused. */
const foreign: [string, Record<string, string | string[]>][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['origin null', { origin: 'null' }],
  ['an empty origin', { origin: '' }],
  ['cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['same-site', { 'sec-fetch-site': 'same-site' }],
  ['cross-site and same-origin at once', { 'sec-fetch-site': ['same-origin', 'cross-site'] }],
  ['a site that is none of those', { 'sec-fetch-site': 'CROSS-SITE' }],
  ['a listed origin with a suffix', { origin: 'https://console.example.com.evil.example' }],
  ['a listed origin with a prefix', { origin: 'https://evil-console.example.com' }],
  ['a listed origin in capitals', { origin: 'https://CONSOLE.example.com' }],
  ['a listed origin over http', { origin: 'http://console.example.com' }],
  ['a listed origin at another port', { origin: 'https://console.example.com:8443' }],
  ['a listed origin with a path', { origin: 'https://console.example.com/' }],
  ['two origins, one of them listed', { origin: 'https://console.example.com https://evil.example' }],
]

async function loggedIn(): Promise<Client> {
  const client = new Client(stage.service.url)
  await client.login()
  return client
}

describe.each(foreign)('a page of another site (%s)', (_, headers) => {
  it('cannot write, with the session cookie and all', async () => {
    const record = recordOf(await stage.client.create(Contact, ada))
    const targets: [string, string, unknown][] = [
      ['PUT', path, { data: ada }],
      ['POST', `${path}/${record.id}`, { data: { version: 0, lastName: 'Evil' } }],
      ['DELETE', `${path}/${record.id}`, undefined],
      ['POST', path, { records: [ada] }],
      ['POST', `${path}/removeAll`, { records: [{ id: record.id, version: 0 }] }],
      ['POST', `${path}/updateMass`, { data: {}, values: { vip: true }, maxAffected: 1_000 }],
      ['POST', `${path}/${record.id}/restore`, { data: { version: 0, toVersion: 0 } }],
    ]
    for (const [method, target, body] of targets)
      expect(shown(await stage.client.exchange(method, target, { body, headers }))).toEqual(refusal('cross-origin'))
    expect(shown(await stage.client.read(Contact, record.id))).toEqual(success([record]))
  })

  it('cannot log a visitor in', async () => {
    for (const target of ['/callback', '/login.jsp']) {
      const reply = await stage.client.exchange('POST', target, { body: admin, headers, cookie: null })
      expect(shown(reply)).toEqual(refusal('cross-origin'))
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  it('cannot log a visitor out, however it spells the path', async () => {
    const client = await loggedIn()
    for (const target of ['/logout', '/logout?', '/%6cogout', '/logou%74'])
      expect((await client.exchange('GET', target, { headers })).status).toBeGreaterThanOrEqual(400)
    expect((await client.find(Contact)).status).toBe(200)
    client.close()
  })
})

describe('what a page can send without a preflight', () => {
  it.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
    'x',
    'text/plain, application/json',
    'application/x-www-form-urlencoded; application/json',
  ])('is no body that is taken: %j', async (type) => {
    const { id } = recordOf(await stage.client.create(Contact, ada))
    const headers = { 'content-type': type }
    const send = (method: string, target: string, body: string) =>
      stage.client.exchange(method, target, { body, headers, ...(target === '/callback' ? { cookie: null } : {}) })
    for (const reply of [
      await send('POST', `${path}/${id}`, '{"data":{"version":0,"lastName":"Evil"}}'),
      await send('POST', path, `{"records":[{"id":${id},"version":0,"lastName":"Evil"}]}`),
      await send('POST', '/callback', JSON.stringify(admin)),
    ])
      expect(shown(reply)).toEqual(refusal('unsupported-media-type'))
    expect(recordOf(await stage.client.read(Contact, id)).lastName).toBe(ada.lastName)
  })

  it('is refused as a form that looks like JSON, or as another method inside POST', async () => {
    const form = `${encodeURIComponent('{"data":{"version":0}}')}=`
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(shown(await stage.client.exchange('POST', `${path}/1`, { body: form, headers: type }))).toEqual(
      refusal('unsupported-media-type'),
    )
    const { id } = recordOf(await stage.client.create(Contact, ada))
    await stage.client.exchange('GET', `${path}/${id}`, { headers: { 'x-http-method-override': 'DELETE' } })
    await stage.client.exchange('GET', `${path}/${id}?_method=DELETE`)
    expect((await stage.client.read(Contact, id)).status).toBe(200)
  })
})

describe('GET /logout', () => {
  it.each<[string, Record<string, string>]>([
    ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a neighbour on the same domain', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
    ['a prefetch of another site', { 'sec-fetch-site': 'cross-site', 'sec-purpose': 'prefetch' }],
    ['a prefetch of our own page', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['a prefetch of the address bar', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of an older browser', { purpose: 'prefetch' }],
    ['a prefetch of another older browser', { 'x-moz': 'prefetch' }],
    ['a preview', { 'x-purpose': 'preview' }],
  ])('logs nobody out by %s', async (_, headers) => {
    const client = await loggedIn()
    const reply = await client.exchange('GET', '/logout', { headers })
    expect(shown(reply)).toEqual(refusal('cross-origin'))
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect((await client.find(Contact)).status).toBe(200)
    client.close()
  })

  it.each<[string, Record<string, string>]>([
    ['a program', {}],
    ['our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a listed site', { 'sec-fetch-site': 'cross-site', origin: 'https://console.example.com' }],
  ])('logs out by %s', async (_, headers) => {
    const client = await loggedIn()
    expect(shown(await client.exchange('GET', '/logout', { headers }))).toEqual(success([]))
    expect((await client.find(Contact)).status).toBe(401)
    client.close()
  })
})

describe('a write', () => {
  it.each([
    ['no header at all', {}],
    ['our own origin', { origin: 'own' }],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'own' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['a listed origin', { origin: 'https://console.example.com', 'sec-fetch-site': 'cross-site' }],
  ])('is taken from %s', async (_, headers) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value === 'own' ? new URL(stage.service.url).origin : value,
      ]),
    )
    expect((await stage.client.exchange('PUT', path, { body: { data: ada }, headers: own })).status).toBe(200)
  })
})
