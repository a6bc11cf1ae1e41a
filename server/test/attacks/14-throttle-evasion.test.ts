import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, Client, type Message, type Reply } from '../harness/client.ts'
import { refusal, shown } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { until } from '../harness/poll.ts'
import { loggedIn, ownLimits, startProcess, startService, type TestService } from '../harness/service.ts'

let database: TestDatabase
/** Two processes that trust no proxy, and a service behind a proxy, which is this test. */
let one: TestService
let other: TestService
let behind: TestService

beforeAll(async () => {
  database = await createDatabase()
  const patient = { ...ownLimits, statementTimeout: '60s', queueTimeout: '60s' }
  one = await startProcess(database.url, patient)
  other = await startProcess(database.url, patient)
  behind = await startService(database.url, { ...ownLimits, trustProxy: '127.0.0.1' })
})

afterAll(async () => {
  for (const service of [one, other, behind]) await service.stop()
  await database.drop()
})

beforeEach(async () => {
  await database.query('delete from tabularium.attempts')
})

const wrong = { ...admin, password: 'wrong-horse-battery' }

async function login(service: TestService, body: unknown = wrong, message: Message = {}, path = '/callback') {
  const client = new Client(service.url)
  const reply = await client.exchange('POST', path, { body, ...message })
  client.close()
  return reply
}

/** From an address that the trusted proxy reports. */
function loginFrom(address: string, body: unknown = wrong): Promise<Reply> {
  return login(behind, body, { headers: { 'x-forwarded-for': address } })
}

/** Lets this time pass, by the clock of the database. */
async function letPass(seconds: number): Promise<void> {
  await database.query(
    `update tabularium.attempts set last_on = last_on - make_interval(secs => $1),
      since = since - make_interval(secs => $1)`,
    [seconds],
  )
}

/** Wrong attempts that are checked. */
async function spend(attempts: number, attempt: (n: number) => Promise<Reply>): Promise<void> {
  for (let n = 0; n < attempts; n++) expect((await attempt(n)).status).toBe(401)
}

/** All five free attempts; then the clock is held for a minute, so that no wait ends while a slow machine works. */
async function spendAll(attempt: (n: number) => Promise<Reply> = () => login(one)): Promise<void> {
  await spend(5, attempt)
  await letPass(-60)
}

/** The same for tests of what follows, by one attempt that counts for five: each one is hashed, which takes long. */
async function beSpent(): Promise<void> {
  await spend(1, () => login(one))
  await database.query('update tabularium.attempts set tries = 5')
  await letPass(-60)
}

const tooMany = refusal('too-many-attempts')

describe('five wrong logins of one account from one network are free', () => {
  it('the sixth is refused, and so is the right password', async () => {
    await spendAll()
    const refused = await login(one)
    const seconds = refused.headers['retry-after']
    const message = `Too many attempts to log in. Wait for ${seconds} seconds, then try again.`
    expect(shown(refused)).toEqual(refusal('too-many-attempts', { data: { message } }))
    expect(refused.headers['set-cookie']).toBeUndefined()
    expect(shown(await login(one, admin))).toEqual(tooMany)
  })

  it('then each wait is twice the one before, up to 15 minutes; refusals do not make it longer', async () => {
    await spend(5, () => login(one))
    for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      await letPass(-60)
      const [first, second] = [await login(one), await login(one)]
      expect([shown(first), shown(second)]).toEqual([tooMany, tooMany])
      const told = Number(first.headers['retry-after']) - 60
      expect(told).toBeLessThanOrEqual(wait)
      expect(told).toBeGreaterThan(wait - 10)
      await letPass(wait + 60)
      expect((await login(one)).status).toBe(401)
    }
  })

  it('a success resets the count', async () => {
    for (let round = 0; round < 3; round++) {
      await spend(4, () => login(one))
      expect((await login(other, admin)).status).toBe(200)
    }
    // Only the count of the network remains.
    expect(await database.query('select tries from tabularium.attempts')).toEqual([{ tries: 12 }])
  })

  it('a day without attempts resets the count', async () => {
    await spend(5, () => login(one))
    await letPass(86_400)
    await spendAll()
    expect(shown(await login(one))).toEqual(tooMany)
  })

  it('they are free again from elsewhere, so that nobody can lock another user out', async () => {
    await spendAll(() => loginFrom('203.0.113.7'))
    expect(shown(await loginFrom('203.0.113.7', admin))).toEqual(tooMany)
    expect((await loginFrom('203.0.113.8', admin)).status).toBe(200)
  })
})

describe('twenty wrong logins a minute from one network, whatever the account', () => {
  const guess = (n: number) => ({ username: `guess-${n}`, password: 'wrong-horse-battery' })

  it('the next is refused until the minute is over', async () => {
    await spend(20, (n) => login(n % 2 === 0 ? one : other, guess(n)))
    const refused = await login(one, guess(20))
    expect(shown(refused)).toEqual(tooMany)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(shown(await login(other, admin))).toEqual(tooMany)
    await letPass(60)
    expect((await login(one, guess(20))).status).toBe(401)
  })

  it('right ones do not count', async () => {
    for (let n = 0; n < 25; n++) expect((await login(one, admin)).status).toBe(200)
  })

  it('an IPv6 network is its /64; IPv4 in IPv6 is IPv4', async () => {
    await spend(20, (n) => loginFrom(`2001:db8:1:2:${(n * 77).toString(16)}::${n}`, guess(n)))
    expect(shown(await loginFrom('2001:db8:1:2:ffff:ffff:ffff:ffff', guess(20)))).toEqual(tooMany)
    expect((await loginFrom('2001:db8:1:3::1', guess(20))).status).toBe(401)
    await spend(19, (n) => loginFrom('203.0.113.7', guess(n)))
    expect((await loginFrom('::ffff:203.0.113.7', guess(19))).status).toBe(401)
    expect(shown(await loginFrom('::ffff:203.0.113.7', guess(20)))).toEqual(tooMany)
    expect((await loginFrom('::ffff:203.0.113.8', guess(20))).status).toBe(401)
  })
})

describe('many at once, through two processes', () => {
  const burst = (count: number, body: (n: number) => object = () => wrong) =>
    Promise.all(Array.from({ length: count }, (_, n) => login(n % 2 === 0 ? one : other, body(n))))
  const countOf = (replies: readonly Reply[], status: number) => replies.filter((one) => one.status === status).length

  /**
   * Sends a burst while the counts are locked, until many wait for them: each of them has seen the counts from before
   * the others.
   */
  async function burstAtOnce(body?: (n: number) => object): Promise<Reply[]> {
    await database.query('begin')
    await database.query('select from tabularium.attempts for update')
    const replies = burst(100, body)
    try {
      await until('many wait', async () => {
        await database.query('select pg_stat_clear_snapshot()')
        return (await database.query(waiting)).length >= 12
      })
    } finally {
      await database.query('rollback')
      await Promise.allSettled([replies])
    }
    return replies
  }
  // Each of the two processes has 10 connections, of which writes get 7: 3 are reserved for reads and slow work.
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

  it('no more of one account are checked than are free', async () => {
    await spend(1, () => login(one))
    const start = performance.now()
    const replies = await burstAtOnce()
    const seconds = (performance.now() - start) / 1000
    // The first wait is one second: if this takes longer, one more attempt is free, and another two seconds later.
    const most = 4 + Math.floor(Math.log2(1 + seconds))
    expect(countOf(replies, 401)).toBeGreaterThanOrEqual(4)
    expect(countOf(replies, 401)).toBeLessThanOrEqual(most)
    expect(countOf(replies, 401) + countOf(replies, 429)).toBe(100)
  })

  it('no more of one network are checked than a minute has', async () => {
    await spend(15, (n) => login(one, { ...wrong, username: `before-${n}` }))
    const replies = await burstAtOnce((n) => ({ ...wrong, username: `at-once-${n}` }))
    expect(countOf(replies, 401)).toBe(5)
    expect(countOf(replies, 429)).toBe(95)
  })

  it('when a wait is over, one of them is checked', async () => {
    await spend(5, () => login(one))
    await database.query('update tabularium.attempts set tries = 12')
    await letPass(3_600)
    const replies = await burst(15)
    expect(countOf(replies, 401)).toBe(1)
    expect(countOf(replies, 429)).toBe(14)
  })

  it('refused logins never reach the hashing, which could not handle so many', async () => {
    await beSpent()
    expect(countOf(await burst(400), 429)).toBe(400)
  })
})

describe('an account that does not exist', () => {
  /** An answer without what is specific to its request. */
  function bare({ status, headers, text }: Reply) {
    const { date: _, 'x-request-id': requestId, 'retry-after': wait, ...others } = headers
    return { status, others, text: text.replace(String(requestId), '').replace(String(wait), '#'), wait: Number(wait) }
  }

  async function ask(address: string, username: string) {
    const replies: Reply[] = []
    const attempt = async () => replies.push(await loginFrom(address, { ...wrong, username }))
    for (let n = 0; n < 5; n++) await attempt()
    await letPass(-60)
    for (let n = 0; n < 2; n++) await attempt()
    await letPass(70)
    await attempt()
    await letPass(-60)
    await attempt()
    return replies.map(bare)
  }

  it('is counted and refused exactly like one that does', async () => {
    const known = await ask('203.0.113.7', 'admin')
    await database.query('delete from tabularium.attempts')
    const unknown = await ask('203.0.113.9', 'nimda')
    // Retry-After depends on when the last attempt was, and the two did not take the same time to the second.
    expect(unknown).toEqual(known.map((reply) => ({ ...reply, wait: expect.any(Number) })))
    for (const [n, { wait }] of unknown.entries())
      if (!Number.isNaN(wait)) expect(Math.abs(wait - (known[n]?.wait ?? 0))).toBeLessThan(10)
    expect(known.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 401, 429])
  })

  it('leaves nothing from which its name could be read', async () => {
    await login(one, { username: 'canary-typed-by-mistake', password: 'canary-password' })
    const rows = await database.query<{ row: string; length: number }>(
      'select attempts::text as row, length(key) as length from tabularium.attempts',
    )
    expect(rows).toHaveLength(2)
    expect(rows.map(({ length }) => length)).toEqual([32, 32])
    const shown = JSON.stringify(rows)
    for (const secret of ['canary', '127.0.0.1'])
      expect(shown.includes(secret) || shown.includes(Buffer.from(secret).toString('hex'))).toBe(false)
  })
})

describe('the limits cannot be evaded', () => {
  it('by the other login path, or another process', async () => {
    await spendAll((n) => login(n < 2 ? one : other, wrong, {}, n % 2 === 0 ? '/callback' : '/login.jsp'))
    for (const service of [one, other])
      for (const path of ['/callback', '/login.jsp'])
        expect(shown(await login(service, admin, {}, path))).toEqual(tooMany)
  })

  const spellings = [
    '/callback?',
    '/callback?x=1',
    '/callback#x',
    '/callback/',
    '/CALLBACK',
    '/Callback',
    '//callback',
    '/./callback',
    '/x/../callback',
    '/callback;x=1',
    '/callback%20',
    '/callback%00',
    '/%63allback',
    '/login.jsp?',
    '/login.jsp/',
    '/LOGIN.JSP',
    '/login%2Ejsp',
    '/login.jsp;jsessionid=1',
    '/login.jsp%00.png',
  ]

  it('by a spelling of a path', async () => {
    await beSpent()
    for (const path of spellings)
      expect([400, 404, 405, 429], path).toContain((await login(one, admin, {}, path)).status)
  })

  it.each(['ADMIN', 'Admin', 'aDmIn'])('by another spelling of the username: %s', async (username) => {
    await spendAll((n) => login(one, { ...wrong, username: n % 2 === 0 ? 'admin' : username }))
    expect(shown(await login(one, { ...admin, username }))).toEqual(tooMany)
    expect(shown(await login(one, admin))).toEqual(tooMany)
  })

  it.each<[string, unknown]>([
    ['a member more', { ...admin, x: 1 }],
    ['a captcha', { ...admin, captcha: 'solved' }],
    ['an address', { ...admin, address: '203.0.113.7', ip: '203.0.113.7' }],
    ['a member twice', '{"username":"x","username":"admin","password":"correct-horse-battery"}'],
    ['an array of attempts', [admin, admin]],
    ['passwords by the dozen', { username: 'admin', password: [admin.password, 'x'] }],
  ])('no other body: %s is not even looked at', async (_, body) => {
    expect((await login(one, body)).status).toBe(400)
    await beSpent()
    expect((await login(one, body)).status).toBe(400)
    expect(shown(await login(one, admin))).toEqual(tooMany)
  })

  const spoofed = [
    'x-forwarded-for',
    'forwarded',
    'x-real-ip',
    'x-client-ip',
    'client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'fastly-client-ip',
    'x-cluster-client-ip',
    'x-originating-ip',
    'x-remote-ip',
    'x-remote-addr',
    'x-forwarded',
    'forwarded-for',
    'x-forwarded-host',
    'via',
  ]

  it('by a header of an untrusted client', async () => {
    const from = (header: string, n: number) => (header === 'forwarded' ? `for=203.0.113.${n}` : `203.0.113.${n}`)
    const all = (n: number) => Object.fromEntries(spoofed.map((header) => [header, from(header, n)]))
    await spendAll((n) => login(one, wrong, { headers: all(n) }))
    for (const header of spoofed)
      for (const value of [from(header, 9), ['203.0.113.10', '203.0.113.11']])
        expect(shown(await login(one, admin, { headers: { [header]: value } })), header).toEqual(tooMany)
  })

  it('by what a client puts before the proxy’s own entry', async () => {
    await spendAll((n) => loginFrom(`203.0.113.${n}, 198.51.100.1`))
    expect(shown(await loginFrom('203.0.113.9, 198.51.100.1', admin))).toEqual(tooMany)
    const twice = { headers: { 'x-forwarded-for': ['203.0.113.9', '198.51.100.1'] } }
    expect(shown(await login(behind, admin, twice))).toEqual(tooMany)
  })

  it('by the header of a peer that is not on the list of proxies', async () => {
    const service = await startService(database.url, { ...ownLimits, trustProxy: '10.0.0.5,192.168.0.0/16' })
    await spendAll((n) => login(service, wrong, { headers: { 'x-forwarded-for': `203.0.113.${n}` } }))
    expect(shown(await login(service, admin, { headers: { 'x-forwarded-for': '203.0.113.9' } }))).toEqual(tooMany)
    await service.stop()
  })

  it('by the change of a password, which takes the old one', async () => {
    const client = await loggedIn(one)
    const guess = (old: string) =>
      client.exchange('POST', '/ws/password', { body: { old, new: 'another-horse-battery' } })
    await spendAll((n) => (n % 2 === 0 ? guess('wrong-horse-battery') : login(one)))
    expect(shown(await guess(admin.password))).toEqual(tooMany)
    expect(shown(await login(other, admin))).toEqual(tooMany)
    client.close()
  })

  it('by a cookie, a session or a new connection', async () => {
    const client = new Client(one.url)
    expect((await client.login()).status).toBe(200)
    await spendAll(() => client.exchange('POST', '/callback', { body: wrong }))
    expect(shown(await client.exchange('POST', '/callback', { body: admin }))).toEqual(tooMany)
    client.close()
    expect(shown(await login(one, admin))).toEqual(tooMany)
  })
})

describe('the stored counts', () => {
  it('are deleted after a day, however many there are', async () => {
    await login(one)
    await database.query(`insert into tabularium.attempts (key, tries, since, last_on)
      select sha256(n::text::bytea), 9, now() - interval '2 days', now() - interval '25 hours'
      from generate_series(1, 2500) as n`)
    const service = await startService(database.url, ownLimits)
    const countRows = async () => (await database.query('select from tabularium.attempts')).length
    await until('the old ones are gone', async () => (await countRows()) <= 2)
    expect(await countRows()).toBe(2)
    await service.stop()
  })
})
