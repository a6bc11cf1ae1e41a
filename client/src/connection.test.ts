import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, Connection, toPath } from './connection.ts'
import { ConflictError, TabulariumError } from './errors.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Answer = Response | Error

const success = () => Response.json({ status: 0, data: [] })
const failure = (status: number, code: string, headers = {}, more = {}) =>
  Response.json({ status: -1, data: { code, title: 'T', message: 'M', requestId: 'r1', ...more } }, { status, headers })

/** A connection whose answers are these, in order, and what it sends. */
function connect(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const waiting = [...answers]
  const sent: { url: string; init: RequestInit; at: number }[] = []
  const send = (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: url as string, init, at: Date.now() })
    const answer = waiting.shift() ?? new Error('There is no further answer.')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  return { sent, connection: new Connection({ url: 'https://a.example/base/', fetch: send, ...options }) }
}

/** Waits for a call while the clock runs. */
async function settle(call: Promise<unknown>): Promise<unknown> {
  const result = call.catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return result
}

const lost = () => new TypeError('fetch failed')

describe('repeats', () => {
  it.each([
    ['no answer', lost()],
    ['503', failure(503, 'unavailable', { 'retry-after': '1' })],
    ['key-in-use', failure(409, 'key-in-use', { 'retry-after': '1' })],
    ['the page of a proxy', new Response('<html>', { status: 502 })],
  ])('after %s, with the same key and the same body to the byte', async (_, answer) => {
    const { sent, connection } = connect([answer, success()])
    const body = { data: { name: 'Ada' } }
    expect(await settle(connection.send('PUT', '/x', { body, idempotencyKey: 'k' }))).toEqual({ status: 0, data: [] })
    expect(sent.map(({ init }) => [init.body, new Headers(init.headers).get('idempotency-key')])).toEqual([
      ['{"data":{"name":"Ada"}}', 'k'],
      ['{"data":{"name":"Ada"}}', 'k'],
    ])
  })

  it('are two, and then the failure is thrown with what is known of the write', async () => {
    const { sent, connection } = connect([lost(), lost(), lost(), success()])
    const error = await settle(connection.send('POST', '/x', { body: {}, idempotencyKey: 'k' }))
    expect(error).toMatchObject({ code: 'no-answer', outcome: 'unknown', cause: lost() })
    expect(sent).toHaveLength(3)
    const read = connect([lost()], { retries: 0 })
    expect(await settle(read.connection.send('POST', '/search', { repeatable: true }))).toMatchObject({
      code: 'no-answer',
      outcome: undefined,
    })
  })

  const notApplied = { outcome: 'not-applied' }
  it.each([
    ['a lost answer', lost],
    ['the page of a proxy', () => new Response('<html>', { status: 502 })],
    ['an unknown outcome', () => failure(503, 'unavailable', {}, { outcome: 'unknown' })],
    ['key-in-use', () => failure(409, 'key-in-use')],
  ])('leave the outcome unknown after %s, whatever the last attempt is told', async (_, first) => {
    for (const last of [failure(503, 'unavailable', {}, notApplied), failure(401, 'session-required')]) {
      const { sent, connection } = connect([first(), last], { retries: 1 })
      const error = await settle(connection.send('PUT', '/x', { body: {}, idempotencyKey: 'k' }))
      expect(error).toMatchObject({ status: last.status, outcome: 'unknown' })
      expect(sent).toHaveLength(2)
    }
  })

  it('leave it as the service says if every attempt was told, and unknown while the key is in use', async () => {
    const told = () => failure(503, 'unavailable', {}, notApplied)
    const { connection } = connect([told(), told(), told()])
    const write = () => settle(connection.send('PUT', '/x', { body: {}, idempotencyKey: 'k' }))
    expect(await write()).toMatchObject({ code: 'unavailable', outcome: 'not-applied' })
    const inUse = connect([failure(409, 'key-in-use')], { retries: 0 }).connection
    const error = await settle(inUse.send('PUT', '/x', { body: {}, idempotencyKey: 'k' }))
    expect(error).toMatchObject({ code: 'key-in-use', outcome: 'unknown' })
  })

  it('wait as Retry-After says, otherwise longer each time, and not for more than 30 s', async () => {
    const told = connect([failure(503, 'unavailable', { 'retry-after': '7' }), success()])
    await settle(told.connection.send('GET', '/x'))
    const [first, second] = told.sent.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(7_000)
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(7_200)
    const growing = connect([lost(), lost(), success()])
    await settle(growing.connection.send('GET', '/x'))
    const [one = 0, two = 0, three = 0] = growing.sent.map(({ at }) => at)
    expect([two - one >= 100, two - one <= 300, three - two >= 200, three - two <= 600]).toEqual(Array(4).fill(true))
    const long = connect([failure(503, 'unavailable', { 'retry-after': '31' }), success()])
    expect(await settle(long.connection.send('GET', '/x'))).toMatchObject({ code: 'unavailable', retryAfter: 31 })
  })

  it('never follow other failures, nor a request that must not be repeated', async () => {
    for (const [status, code] of [
      [400, 'invalid-record'],
      [429, 'too-many-attempts'],
      [500, 'internal'],
    ] as const) {
      const { sent, connection } = connect([failure(status, code, { 'retry-after': '1' }), success()])
      expect(await settle(connection.send('POST', '/x', { body: {} }))).toMatchObject({ code, status })
      expect(sent).toHaveLength(1)
    }
    const { sent, connection } = connect([lost(), success()])
    const call = connection.send('PUT', '/x', { idempotencyKey: 'k', repeatable: false })
    expect(await settle(call)).toMatchObject({ code: 'no-answer', outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  it.each(['POST', 'PUT', 'DELETE'])(
    'never follow a %s without a key, whose outcome is then unknown',
    async (method) => {
      for (const answer of [lost(), new Response('<html>', { status: 502 })]) {
        const { sent, connection } = connect([answer, success()])
        expect(await settle(connection.send(method, '/x'))).toMatchObject({ code: 'no-answer', outcome: 'unknown' })
        expect(sent).toHaveLength(1)
      }
      const search = connect([lost(), success()])
      expect(await settle(search.connection.send(method, '/x', { repeatable: true }))).toEqual({ status: 0, data: [] })
    },
  )

  it('end when the caller aborts: before the first attempt, in a wait, and in an attempt', async () => {
    const before = connect([success()])
    expect(await settle(before.connection.send('GET', '/x', { signal: AbortSignal.abort('enough') }))).toBe('enough')
    expect(before.sent).toEqual([])
    const waiting = connect([lost(), success()])
    const inWait = new AbortController()
    setTimeout(() => inWait.abort('enough'), 50)
    expect(await settle(waiting.connection.send('GET', '/x', { signal: inWait.signal }))).toBe('enough')
    expect(waiting.sent).toHaveLength(1)
    const inFlight = new AbortController()
    const hanging = new Connection({
      url: '',
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(lost()))),
    })
    setTimeout(() => inFlight.abort('enough'), 50)
    expect(await settle(hanging.send('PUT', '/x', { signal: inFlight.signal }))).toBe('enough')
  })
})

describe('a request', () => {
  it('goes below the path of the address, with what it needs and nothing else', async () => {
    const { sent, connection } = connect([success()], { key: 'tab_1' })
    await settle(connection.send('GET', '/ws/rest/a.B', { query: { fields: ['x', 'y.z'], limit: 5, q: undefined } }))
    expect(sent[0]?.url).toBe('https://a.example/base/ws/rest/a.B?fields=x%2Cy.z&limit=5')
    expect(sent[0]?.init).toMatchObject({ redirect: 'manual', credentials: 'omit' })
    expect([...new Headers(sent[0]?.init.headers)]).toEqual([['authorization', 'Bearer tab_1']])
  })

  it('has the cookie of the login until the logout', async () => {
    const cookie = (line: string) => Response.json({ status: 0, data: [] }, { headers: { 'set-cookie': line } })
    const { sent, connection } = connect([
      cookie('__Host-session=abc; Path=/; HttpOnly'),
      success(),
      cookie('__Host-session=; Max-Age=0; Path=/'),
      success(),
    ])
    for (const path of ['/callback', '/x', '/logout', '/x']) await settle(connection.send('GET', path))
    const cookies = sent.map(({ init }) => new Headers(init.headers).get('cookie'))
    expect(cookies).toEqual([null, '__Host-session=abc', '__Host-session=abc', null])
  })

  it('sees as another user by a connection of its own, with the same cookie', async () => {
    const login = Response.json({ status: 0, data: [] }, { headers: { 'set-cookie': 'session=abc; Path=/' } })
    const { sent, connection } = connect([login, success(), success()])
    await settle(connection.send('POST', '/callback'))
    await settle(connection.seeAs('cleo').send('GET', '/x'))
    await settle(connection.send('GET', '/x'))
    const headers = sent.map(({ init }) => [...new Headers(init.headers)])
    const cookie = ['cookie', 'session=abc']
    expect(headers).toEqual([[], [cookie, ['x-see-as', 'cleo']], [cookie]])
  })

  it('is not sent with a number that JSON does not have', async () => {
    const { sent, connection } = connect([success()])
    const call = connection.send('PUT', '/x', { body: { data: { count: Number.NaN } } })
    expect(await settle(call)).toMatchObject({ name: 'TypeError', message: 'count is NaN.' })
    expect(sent).toEqual([])
  })

  it.each(['key', 'seeAs', 'idempotencyKey'])('is not sent with %s that no header takes, and says so', async (name) => {
    for (const value of ['tab_1\ntab_2', 'ключ', '\0']) {
      const { sent, connection } = connect([success()], { [name]: value })
      const call = connection.send('PUT', '/x', { idempotencyKey: 'k', [name]: value })
      const message = `${name} has a line break or a character that no header takes.`
      expect(await settle(call)).toMatchObject({ name: 'TypeError', message })
      expect(sent).toEqual([])
    }
    const { sent, connection } = connect([success()], { [name]: 'é\n' })
    await settle(connection.send('PUT', '/x', { [name]: 'é\n' }))
    expect([...new Headers(sent[0]?.init.headers)]).toMatchObject([[expect.any(String), expect.stringContaining('é')]])
  })

  it('tells onRequest about each attempt', async () => {
    const told: unknown[] = []
    const answer = Response.json({ status: 0, data: [] }, { headers: { 'x-request-id': 'r9' } })
    const { connection } = connect([lost(), answer], { onRequest: (request) => told.push(request) })
    await settle(connection.send('GET', '/x', { query: { q: 'secret' } }))
    const duration = expect.any(Number)
    expect(told).toEqual([
      { method: 'GET', path: '/x', attempt: 1, status: undefined, duration, requestId: undefined },
      { method: 'GET', path: '/x', attempt: 2, status: 200, duration, requestId: 'r9' },
    ])
  })
})

describe('an answer', () => {
  it('that is a failure has what the service says', async () => {
    const envelope = { status: -4, data: { code: 'invalid-record', title: 'T', message: 'M', requestId: 'r1' } }
    const answer = Response.json({ ...envelope, errors: { name: 'is required' } }, { status: 400 })
    const error = await settle(connect([answer]).connection.send('PUT', '/x'))
    expect(error).toBeInstanceOf(TabulariumError)
    expect(error).not.toBeInstanceOf(ConflictError)
    expect(error).toMatchObject({ code: 'invalid-record', status: 400, requestId: 'r1', message: 'M' })
    expect(error).toMatchObject({ errors: { name: 'is required' }, name: 'TabulariumError' })
  })

  it('that is a conflict is one, and cannot be merged unless it comes from an update', async () => {
    const current = { id: 1, version: 2 }
    const error = await settle(
      connect([failure(409, 'version-conflict', {}, { current })]).connection.send('POST', '/x'),
    )
    if (!(error instanceof ConflictError)) throw new Error('Not a conflict.')
    expect(error).toBeInstanceOf(TabulariumError)
    expect([error.base, error.current, error.conflicts, error.members]).toEqual([null, current, undefined, []])
    await expect(error.merge()).rejects.toThrow('Only an update can be merged')
  })

  it.each([
    ['a page', new Response('<html>', { status: 200 })],
    ['another JSON', Response.json({ hello: 'world' })],
    ['an address that moved', new Response(null, { status: 301, headers: { location: 'https://b.example/' } })],
  ])('that is %s is unexpected, and not repeated', async (_, answer) => {
    const { sent, connection } = connect([answer, success()])
    expect(await settle(connection.send('GET', '/x'))).toMatchObject({ code: 'unexpected-answer' })
    expect(sent).toHaveLength(1)
  })
})

describe('a path', () => {
  it('is made of encoded parts, none of which leads elsewhere', () => {
    expect(toPath('com.example.Contact', 5)).toBe('/com.example.Contact/5')
    expect(toPath('a/../b?c#d')).toBe('/a%2F..%2Fb%3Fc%23d')
    for (const part of ['', '.', '..']) expect(() => toPath('a', part)).toThrow('cannot be part of an address')
  })
})
