import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { admin, Client, recordOf } from './harness/client.ts'
import { Contact, Tag } from './harness/contract.ts'
import { until } from './harness/poll.ts'
import { useService } from './harness/useService.ts'

const stage = useService({ logLevel: 'debug' })
const canary = 'canary-7f3a9'

interface Line {
  readonly requestId?: string
  readonly [member: string]: unknown
}

/** The log line of a request. */
async function lineOf(requestId: string): Promise<Line> {
  return until(`a line for ${requestId}`, () => {
    const lines = stage.service
      .logs()
      .split('\n')
      .filter((line) => line.includes(requestId))
    const [line] = lines
    return line === undefined ? undefined : (JSON.parse(line) as Line)
  })
}

describe('the log', () => {
  it('has one line of JSON for each request: who, what, how long, and the result', async () => {
    await stage.client.exchange('GET', `/ws/rest/${Contact}?limit=1`, { headers: { 'x-request-id': 'log-1' } })
    expect(await lineOf('log-1')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: 'log-1',
      address: '127.0.0.1',
      method: 'GET',
      path: '/ws/rest/:model',
      operation: 'find',
      user: 'admin',
      model: Contact,
      status: 200,
      bytes: expect.any(Number),
      ms: expect.any(Number),
      msg: 'request',
    })
  })

  it.each<[string, string, string, unknown, object]>([
    ['log-2', 'GET', `/ws/rest/${Contact}/abc`, undefined, { status: 400, code: 'invalid-parameter' }],
    [
      'log-3',
      'PUT',
      `/ws/rest/${Contact}`,
      { data: {} },
      { status: 400, code: 'invalid-record', operation: 'create', model: Contact, user: 'admin' },
    ],
    [
      'log-4',
      'POST',
      '/callback',
      { username: 'nobody', password: canary },
      { status: 401, code: 'wrong-credentials', operation: 'login' },
    ],
  ])('names the code of a failure (%s)', async (requestId, method, path, body, expected) => {
    await stage.client.exchange(method, path, { body, headers: { 'x-request-id': requestId } })
    expect(await lineOf(requestId)).toMatchObject(expected)
  })

  it('has the record of a path, and the bytes of the answer', async () => {
    const { id } = recordOf(await stage.client.create(Tag, { name: 'Zażółć' }))
    const reply = await stage.client.read(Tag, id, { 'x-request-id': 'log-5' })
    const bytes = Buffer.byteLength(reply.text)
    expect(await lineOf('log-5')).toMatchObject({ id, path: '/ws/rest/:model/:id', bytes })
  })

  it('has the account and the address of a failed login, in a form that fail2ban reads', async () => {
    const attempt = (username: string, requestId: string) =>
      stage.client.exchange('POST', '/callback', {
        body: { username, password: canary },
        headers: { 'x-request-id': requestId },
        cookie: null,
      })
    await attempt('ADMIN', 'log-6')
    const failed = { address: '127.0.0.1', operation: 'login', status: 401, code: 'wrong-credentials' }
    expect(await lineOf('log-6')).toMatchObject({ ...failed, user: 'admin' })
    // A password that was typed as the username must not be in the log.
    await attempt(canary, 'log-7')
    expect(await lineOf('log-7')).toEqual(expect.not.objectContaining({ user: expect.anything() }))
    const documented = readFileSync(new URL('../../docs/how-to/operation/read-the-logs.md', import.meta.url), 'utf8')
    const [, failregex = ''] = /^failregex = (.+)$/m.exec(documented) ?? []
    const pattern = new RegExp(failregex.replace('<HOST>', '(?<host>[0-9a-f.:]+)'))
    const lines = stage.service.logs().split('\n')
    const hostOf = (requestId: string) =>
      pattern.exec(lines.find((line) => line.includes(requestId)) ?? '')?.groups?.['host']
    expect([hostOf('log-6'), hostOf('log-7')]).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(hostOf('log-1')).toBeUndefined()
  })

  it('never shows a password, a token, a hash or a value of a record', async () => {
    const client = new Client(stage.service.url)
    await client.login()
    const token = client.cookie?.split('=')[1] ?? ''
    await client.exchange('POST', '/callback', { body: { username: `${canary}-user`, password: `${canary}-password` } })
    await client.exchange('POST', '/callback', { body: `{"username":"admin","password":"${canary}` })
    const record = recordOf(
      await client.create(Contact, {
        firstName: canary,
        lastName: canary,
        email: `${canary}@example.com`,
        preferences: { [canary]: canary },
        notes: canary,
      }),
    )
    await client.update(Contact, record.id, { version: 5, firstName: canary })
    await client.update(Contact, record.id, { version: 0, [canary]: canary, credit: canary })
    await Promise.all([1, 2, 3].map(() => client.create(Tag, { name: canary })))
    await client.exchange('GET', `/ws/rest/${Contact}?${canary}=${canary}`)
    await client.exchange('GET', `/ws/rest/${canary}/${canary}`)
    await client.exchange('GET', `/${canary}`)
    await client.exchange('GET', '/logout', { headers: { 'x-request-id': 'log-last' } })
    await lineOf('log-last')
    const [{ hash } = { hash: '' }] = await stage.database.query<{ hash: string }>(
      "select password as hash from record.tabularium_user where username = 'admin'",
    )
    const log = stage.service.logs()
    for (const secret of [canary, admin.password, token, hash, hash.split('$').at(-1) ?? '', stage.database.url])
      expect(log.includes(secret), secret).toBe(false)
  })

  it('says when the database is lost and when it is back, without its address', async () => {
    await stage.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'tabularium' and datname = current_database()`,
    )
    await until('it is back', async () => (await stage.client.find(Contact)).status === 200)
    expect(stage.service.logs()).not.toContain('postgres://')
  })
})

describe('a failure', () => {
  it('never shows SQL, names of tables or constraints, a stack or a path', async () => {
    const tag = { name: 'twice' }
    await stage.client.create(Tag, tag)
    const replies = [
      await stage.client.create(Tag, tag),
      await stage.client.create(Contact, { firstName: 1, company: { id: 1 } }),
      await stage.client.exchange('PUT', `/ws/rest/${Contact}`, { body: '{' }),
      await stage.client.exchange('GET', '/ws/rest/x'),
      await stage.client.exchange('GET', '/../../etc/passwd'),
    ]
    for (const { text } of replies)
      expect(text).not.toMatch(/select |insert |pg_|sqlstate|node_modules|com_example|_unique|\.ts\b|\bat .*:\d+/i)
  })
})
