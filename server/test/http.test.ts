import { METHODS } from 'node:http'
import { describe, expect, it } from 'vitest'
import { codes, statusOf } from '../src/failure/failureCodes.ts'
import { httpStatusOf } from '../src/http/toReply.ts'
import { Contact, contract, refusal, shown } from './harness/contract.ts'
import { rawExchange } from './harness/rawExchange.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const path = `/ws/rest/${Contact}`
const ada = { firstName: 'Ada', lastName: 'Lovelace' }

describe('the table of failures', () => {
  it('is as documented', () => {
    const table = Object.fromEntries(codes.map((code) => [code, [httpStatusOf[code], statusOf[code]]]))
    expect(table).toEqual(contract)
  })
})

describe('every answer', () => {
  const cases: [string, string, unknown][] = [
    ['GET', `${path}?limit=1`, undefined],
    ['GET', `${path}/abc`, undefined],
    ['GET', '/nowhere', undefined],
    ['PATCH', `${path}/1`, { data: {} }],
    ['PUT', path, '{'],
    ['POST', '/callback', { username: 'nobody', password: 'nothing-at-all' }],
    ['GET', '/logout', undefined],
  ]

  it.each(cases)('carries the security headers and no banner: %s %s', async (method, target, body) => {
    const { headers } = await stage.client.exchange(method, target, {
      body,
      cookie: method === 'GET' && target === '/logout' ? null : (stage.client.cookie ?? null),
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['server']))
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it.each(cases)('carries a request id, the same as in a failure: %s %s', async (method, target, body) => {
    const reply = await stage.client.exchange(method, target, {
      body,
      cookie: null,
      headers: { 'x-request-id': 'mine-1.2:3' },
    })
    expect(reply.headers['x-request-id']).toBe('mine-1.2:3')
    if (reply.status !== 200) expect(reply.json?.data).toMatchObject({ requestId: 'mine-1.2:3' })
  })

  it.each(['', 'a b', 'x'.repeat(101), '<script>', 'é', '../../etc'])(
    'carries a new request id where the given one is odd: %j',
    async (given) => {
      const reply = await stage.client.exchange('GET', path, {
        headers: { 'x-request-id': Buffer.from(given).toString('latin1') },
      })
      expect(reply.headers['x-request-id']).toMatch(/^[\w-]{10,}$/)
    },
  )
})

describe('paths and methods', () => {
  it.each<[string, string, string]>([
    ['PATCH', `${path}/1`, 'GET, POST, DELETE'],
    ['HEAD', `${path}/1`, 'GET, POST, DELETE'],
    ['OPTIONS', `${path}/1`, 'GET, POST, DELETE'],
    ['PUT', `${path}/1`, 'GET, POST, DELETE'],
    ['DELETE', path, 'GET, PUT, POST'],
    ['GET', '/callback', 'POST'],
    ['POST', '/logout', 'GET'],
    ['TRACE', '/logout', 'GET'],
  ])('%s %s answers 405 with Allow: %s', async (method, target, allow) => {
    const reply = await stage.client.exchange(
      method,
      target,
      method === 'POST' || method === 'PUT' || method === 'PATCH' ? { body: { data: {} } } : {},
    )
    expect({ status: reply.status, allow: reply.headers.allow }).toEqual({ status: 405, allow })
    if (method !== 'HEAD') expect(shown(reply)).toEqual(refusal('method-not-allowed'))
  })

  const usual = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS', 'CONNECT']
  it.each(METHODS.filter((method) => !usual.includes(method)))(
    '%s answers 405 or 404 on every path',
    async (method) => {
      const allowed = {
        '/ws/me': 'GET, POST',
        [`${path}/1`]: 'GET, POST, DELETE',
        '/': 'GET',
        '/docs': 'GET',
        '/console/': 'GET',
      }
      for (const [target, allow] of Object.entries(allowed))
        for (const body of ['', '{"data":{}}']) {
          const length = `Content-Type: application/json\r\nContent-Length: ${body.length}`
          const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${length}\r\n\r\n`
          const answer = await rawExchange(stage.service.url, head + body)
          expect(answer, target).toMatch(/^HTTP\/1\.1 405 /)
          expect(answer.toLowerCase(), target).toContain(`\r\nallow: ${allow.toLowerCase()}\r\n`)
        }
      const bare = `${method} /ws/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
      expect(await rawExchange(stage.service.url, bare)).toMatch(/^HTTP\/1\.1 405 /)
      const unknown = `${method} /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
      expect(await rawExchange(stage.service.url, unknown)).toMatch(/^HTTP\/1\.1 404 /)
    },
  )

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a space in the target', `GET /a b HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['two lengths', `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    [
      'length and chunks',
      `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a header with a NUL', `GET ${path} HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n`],
    ['a line end in a header', `GET ${path} HTTP/1.1\r\nHost: x\r\nX-A: a\rX-B: b\r\n\r\n`],
    ['a negative length', `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`],
  ])('%s is answered in the envelope, and the connection ends', async (_, bytes) => {
    const answer = await rawExchange(stage.service.url, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status: -1,
      data: { code: expect.any(String), requestId: expect.any(String) },
    })
  })
})

describe('an ambiguous request (request smuggling)', () => {
  it.each([
    ['two hosts', `GET ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`],
    ['one host twice', `GET ${path} HTTP/1.1\r\nHost: x\r\nhOST: x\r\n\r\n`],
    ['no host', `GET ${path} HTTP/1.1\r\n\r\n`],
    ['HTTP before 1.0', `GET ${path}\r\n\r\n`],
    ['HTTP/0.9', `GET ${path} HTTP/0.9\r\n\r\n`],
  ])('is refused, and its connection ends: %s', async (_, bytes) => {
    expect(await rawExchange(stage.service.url, bytes)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('is not one of HTTP/1.0', async () => {
    expect(await rawExchange(stage.service.url, 'GET /logout HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('401', () => {
  const challenge = 'Bearer realm="tabularium"'

  it('says how to authenticate, without making browsers ask for a password', async () => {
    const stranger = await stage.client.exchange('GET', path, { cookie: null })
    expect(stranger).toMatchObject({ status: 401, headers: { 'www-authenticate': challenge } })
    const wrong = await stage.client.login({ username: 'nobody', password: 'nothing-at-all' })
    expect(wrong).toMatchObject({ status: 401, headers: { 'www-authenticate': challenge } })
    expect((await stage.client.exchange('GET', path)).headers).not.toHaveProperty('www-authenticate')
  })

  const wrongInEveryWay: [string, string, unknown][] = [
    ['GET', `${path}?nothing=1`, undefined],
    ['GET', `${path}/abc`, undefined],
    ['GET', `${path}/abc/history`, undefined],
    ['GET', `/ws/explain/${Contact}?action=fly`, undefined],
    ['GET', '/ws/meta/models?x=1', undefined],
    ['PUT', path, '{'],
    ['POST', path, '{'],
    ['POST', `${path}/search`, '['],
    ['POST', `${path}/removeAll`, '{'],
    ['POST', `${path}/updateMass`, '{'],
    ['POST', `${path}/1`, '{'],
    ['POST', `${path}/1/restore`, { data: [] }],
    ['DELETE', `${path}/abc`, undefined],
    ['POST', '/ws/password', {}],
    ['POST', '/ws/sessions/end', { user: 'x' }],
  ]

  it.each(wrongInEveryWay)('comes before any other error: %s %s', async (method, target, body) => {
    for (const cookie of [null, `session=${'x'.repeat(43)}`])
      expect(shown(await stage.client.exchange(method, target, { body, cookie }))).toEqual(refusal('session-required'))
    expect((await stage.client.exchange(method, target, { body })).status).toBe(400)
  })
})

describe('the request id of a client', () => {
  const own = ['command', 'housekeeping', 'webhook:1', 'schedule:a.b', 'job:1:a.b', 'JOB:1:a.b', 'reaction:1:a.b']
  it.each(own)('cannot be one that the service itself writes to the journal: %s', async (given) => {
    const reply = await stage.client.exchange('GET', path, { headers: { 'x-request-id': given } })
    expect(reply.headers['x-request-id']).toMatch(/^[\w-]{16}$/)
  })

  it.each(['jobs', 'my.job:1', 'reactions:1'])('can be any other: %s', async (given) => {
    const reply = await stage.client.exchange('GET', path, { headers: { 'x-request-id': given } })
    expect(reply.headers['x-request-id']).toBe(given)
  })
})

describe('limits', () => {
  it('an address has at most 8 KiB', async () => {
    expect(shown(await stage.client.exchange('GET', `${path}?${'x'.repeat(8_300)}`))).toEqual(
      refusal('invalid-parameter'),
    )
    expect(shown(await stage.client.exchange('GET', `/ws/rest/${'x'.repeat(8_300)}`))).toEqual(
      refusal('invalid-parameter'),
    )
  })

  it('headers have at most 16 KiB', async () => {
    const reply = await stage.client.exchange('GET', path, { headers: { 'x-long': 'x'.repeat(17_000) } })
    expect(reply.status).toBe(431)
    expect(reply.json).toMatchObject({ status: -1, data: { code: 'invalid-parameter' } })
  })

  it('a body has at most 1 MiB', async () => {
    const body = (size: number) => ({ data: { ...ada, notes: 'x'.repeat(size) } })
    expect(shown(await stage.client.exchange('PUT', path, { body: body(1_048_577) }))).toEqual(
      refusal('body-too-large'),
    )
    expect(shown(await stage.client.exchange('PUT', path, { body: body(1_048_000) }))).toEqual(
      refusal('invalid-record', { errors: { notes: expect.stringContaining('at most 10000 characters') } }),
    )
  })

  it('a body without a declared length is limited as well', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head =
      `PUT ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${stage.client.cookie}\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    expect(await rawExchange(stage.service.url, head + chunk.repeat(20) + '0\r\n\r\n')).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('media types', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    '',
    'application/json; charset=utf-16',
    'x',
  ])('%j is refused', async (type) => {
    const reply = await stage.client.exchange('PUT', path, {
      body: JSON.stringify({ data: ada }),
      headers: { 'content-type': type },
    })
    expect(shown(reply)).toEqual(refusal('unsupported-media-type'))
  })

  it.each(['gzip', 'br', 'deflate', 'gzip, identity', 'x'])('a body in %s is refused', async (encoding) => {
    const headers = { 'content-encoding': encoding }
    const reply = await stage.client.exchange('PUT', path, { body: { data: ada }, headers })
    expect(shown(reply)).toEqual(refusal('unsupported-media-type'))
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('%s is taken', async (type) => {
    const reply = await stage.client.exchange('PUT', path, { body: { data: ada }, headers: { 'content-type': type } })
    expect(reply.status).toBe(200)
  })

  it.each(['POST', 'PUT', 'DELETE'])('%s with a type and without a body is answered', async (method) => {
    const target = method === 'PUT' ? path : `${path}/1`
    const headers = 'Host: x\r\nContent-Type: application/json\r\nConnection: close'
    const request = `${method} ${target} HTTP/1.1\r\n${headers}\r\n\r\n`
    expect(await rawExchange(stage.service.url, request)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
})
