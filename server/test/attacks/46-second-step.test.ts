import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Client, type Reply } from '../harness/client.ts'
import { clientOf, Factor, makeKey, makeRole, makeUser, User } from '../harness/people.ts'
import { codeOf, enrol, type Enrolled, failureOf, passCodes, withFactors } from '../harness/secondFactors.ts'
import { startService, type TestService } from '../harness/service.ts'
import { useService } from '../harness/useService.ts'

const stage = useService(withFactors)
const password = 'seven grey geese in a row'
let other: TestService
let client: Client
let id: number
let vera: Enrolled
const wrong = [401, 'wrong-credentials']

beforeAll(async () => {
  other = await startService(stage.database.url, withFactors)
  ;({ id } = await makeUser(stage.client, 'vera', [], { password }))
  client = await clientOf(stage.service, stage.database, id, 20)
  vera = await enrol(client)
})
beforeEach(() => passCodes(stage.database, id))
afterAll(async () => {
  client.close()
  await other.stop()
})

/** Sends a request without a session, to one of the two processes. */
async function post(path: string, body: object, at = stage.service): Promise<Reply> {
  const one = new Client(at.url)
  return one.exchange('POST', path, { body }).finally(() => one.close())
}
const logIn = (more: object = {}, at = stage.service) => post('/callback', { username: 'vera', password, ...more }, at)
const begin = async () => ((await logIn()).json?.data as { login: string }).login
const prove = (login: string, proof: object, at = stage.service) => post('/login/factor', { login, ...proof }, at)
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

describe('a code', () => {
  it('counts once, also of ten requests at once in two processes', async () => {
    const logins = await Promise.all(Array.from({ length: 10 }, begin))
    const totp = codeOf(vera.secret)
    const replies = await Promise.all(logins.map((login, n) => prove(login, { totp }, n % 2 ? other : stage.service)))
    expect(statuses(replies)).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
  })

  it('counts in order: none before the last one', async () => {
    expect((await prove(await begin(), { totp: codeOf(vera.secret, 1) })).status).toBe(200)
    expect(failureOf(await prove(await begin(), { totp: codeOf(vera.secret) }))).toEqual(wrong)
  })

  it('can be tried five times in a login, which has ended then, also for a right one', async () => {
    const login = await begin()
    const guess = () => prove(login, { totp: '000000' })
    expect(statuses(await Promise.all(Array.from({ length: 8 }, guess)))).toEqual(Array.from({ length: 8 }, () => 401))
    expect(failureOf(await prove(login, { recovery: vera.recovery[0] }))).toEqual(wrong)
    expect(failureOf(await prove(login, { totp: codeOf(vera.secret) }))).toEqual(wrong)
    await passCodes(stage.database, id)
    expect((await prove(await begin(), { recovery: vera.recovery[0] })).status).toBe(200)
  })

  it('can be guessed wrong ten times in an hour, however many logins are begun, and from wherever', async () => {
    const logins = await Promise.all(Array.from({ length: 6 }, begin))
    const tries = logins.flatMap((login) => Array.from({ length: 4 }, () => login))
    const replies: Reply[] = []
    for (const [n, login] of tries.entries())
      replies.push(await prove(login, { totp: '000000' }, n % 2 ? other : stage.service))
    expect(statuses(replies)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 14 }, () => 429),
    ])
    expect(failureOf(await logIn({ totp: codeOf(vera.secret) }))).toEqual([429, 'too-many-attempts'])
    await stage.database.query("update tabularium.attempts set since = now() - interval '61 minutes'")
    expect((await logIn({ totp: codeOf(vera.secret) })).status).toBe(200)
  })
})

describe('a recovery code', () => {
  it('counts once of ten requests at once, and opens one session of a login', async () => {
    const logins = await Promise.all(Array.from({ length: 10 }, begin))
    const recovery = vera.recovery[1]
    const replies = await Promise.all(
      logins.map((login, n) => prove(login, { recovery }, n % 2 ? other : stage.service)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const login = await begin()
    const two = await Promise.all([2, 3].map((n) => prove(login, { recovery: vera.recovery[n] })))
    expect(statuses(two)).toEqual([200, 401])
  })

  it('of somebody else is none', async () => {
    const user = await makeUser(stage.client, 'olga', [], { password })
    const own = await clientOf(stage.service, stage.database, user.id)
    const { recovery } = await enrol(own)
    own.close()
    expect(failureOf(await prove(await begin(), { recovery: recovery[0] }))).toEqual(wrong)
  })
})

describe('a login that waits', () => {
  it('is no session', async () => {
    const login = await begin()
    const one = new Client(stage.service.url)
    const asked = [{ cookie: `session=${login}` }, { headers: { authorization: `Bearer ${login}` } }]
    for (const sent of asked) expect((await one.exchange('GET', '/ws/me', sent)).status).toBe(401)
    one.close()
  })

  it('tells of a factor only those who know the password', async () => {
    const [unknown, known] = await Promise.all([
      post('/callback', { username: 'nobody', password }),
      post('/callback', { username: 'vera', password: 'wrong wrong wrong' }),
    ])
    const shown = ({ status, json }: Reply) => [status, { ...(json?.data as object), requestId: '' }]
    expect(shown(known)).toEqual(shown(unknown))
  })

  it.each([
    ['another password', "password = password || '0'"],
    ['an end of the account', 'disabled = true'],
  ])('ends with %s', async (_, change) => {
    const login = await begin()
    const [before] = await stage.database.query<{ password: string }>(
      `select password from record.tabularium_user where id = ${id}`,
    )
    await stage.database.query(`update record.tabularium_user set ${change} where id = ${id}`)
    expect(failureOf(await prove(login, { totp: codeOf(vera.secret) }))).toEqual(wrong)
    await stage.database.query(
      `update record.tabularium_user set disabled = false, password = '${before?.password}' where id = ${id}`,
    )
    await passCodes(stage.database, id)
    expect((await prove(await begin(), { totp: codeOf(vera.secret) })).status).toBe(200)
  })

  it('ends after ten minutes', async () => {
    const login = await begin()
    await stage.database.query("update tabularium.pending_logins set expires_on = now() - interval '1 second'")
    expect(failureOf(await prove(login, { totp: codeOf(vera.secret) }))).toEqual(wrong)
  })

  it.each([{}, { totp: 123_456 }, { totp: ['123456'] }, { totp: '123456', recovery: 'A' }, { recovery: { a: 1 } }])(
    'does not take %j',
    async (proof) => expect((await prove(await begin(), proof)).status).toBe(400),
  )
})

describe('a factor', () => {
  it('is set up by no session that was confirmed long ago, and by no API key', async () => {
    const { token } = await makeKey(client)
    const begun = (sent: object) => client.exchange('POST', '/ws/factors/totp', { body: {}, ...sent })
    expect(failureOf(await begun({ headers: { authorization: `Bearer ${token}` } }))).toEqual([403, 'not-permitted'])
    const age = (on: string) =>
      stage.database.query(`update record.tabularium_session set confirmed_on = ${on} where "user" = ${id}`)
    expect((await begun({})).status).toBe(200)
    await age("now() - interval '2 hours'")
    const [own] = await stage.database.query<{ id: number; version: number }>(
      `select id::int, version::int from record.tabularium_factor where "user" = ${id}`,
    )
    const path = `/ws/rest/${Factor}/${own?.id}?version=${own?.version}`
    const refused = [
      await begun({}),
      await client.exchange('POST', '/ws/factors/totp/confirm', { body: { code: '000000' } }),
      await client.exchange('POST', '/ws/factors/recovery', { body: {} }),
      await client.exchange('DELETE', path),
    ]
    await age('now()')
    expect(refused.map(failureOf)).toEqual([
      [403, 'confirmation-required'],
      wrong,
      [403, 'confirmation-required'],
      [403, 'confirmation-required'],
    ])
  })

  it('has its secret in no table, answer or history but encrypted, and its codes nowhere', async () => {
    const tables = await stage.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('record', 'tabularium')`,
    )
    const texts = [vera.secret, ...vera.recovery, ...vera.recovery.map((code) => code.replaceAll('-', ''))]
    for (const { name } of tables) {
      const rows = await stage.database.query<{ row: string }>(`select t::text as row from ${name} as t`)
      const all = rows.map(({ row }) => row).join('\n')
      expect(
        texts.filter((text) => all.includes(text)),
        name,
      ).toEqual([])
    }
    for (const path of [`/ws/rest/${Factor}`, '/ws/me', '/ws/factors', `/ws/rest/${User}/${id}/history`]) {
      const { text } = await client.exchange('GET', path)
      expect(
        texts.filter((one) => text.includes(one)),
        path,
      ).toEqual([])
    }
  })

  it('that is copied to another user does not open', async () => {
    const user = await makeUser(stage.client, 'carol', [], { password })
    const own = await clientOf(stage.service, stage.database, user.id)
    await enrol(own)
    own.close()
    await stage.database.query(
      `update record.tabularium_factor as factor set secret = source.secret, last_step = 0
      from record.tabularium_factor as source where source."user" = ${id} and factor."user" = ${user.id}`,
    )
    const copied = await post('/callback', { username: 'carol', password, totp: codeOf(vera.secret) })
    expect(failureOf(copied)).toEqual([503, 'unavailable'])
  })

  it('is written by nobody, and comes back by no undo', async () => {
    const values = { user: { id }, kind: 'totp', secret: 'A'.repeat(32) }
    for (const by of [client, stage.client]) {
      expect((await by.exchange('PUT', `/ws/rest/${Factor}`, { body: { data: values } })).status).toBe(403)
      const [own] = await stage.database.query<{ id: number; version: number }>(
        `select id::int, version::int from record.tabularium_factor where "user" = ${id}`,
      )
      const sent = { version: own?.version, lastStep: 0, secret: 'A'.repeat(32) }
      const path = `/ws/rest/${Factor}/${own?.id}`
      expect((await by.exchange('POST', path, { body: { data: sent } })).status).toBe(403)
    }
    const user = await makeUser(stage.client, 'ursula', [], { password })
    const own = await clientOf(stage.service, stage.database, user.id)
    await enrol(own)
    own.close()
    const [made] = await stage.database.query<{ id: number; version: number }>(
      `select id::int, version::int from record.tabularium_factor where "user" = ${user.id}`,
    )
    const path = `/ws/rest/${Factor}/${made?.id}`
    expect((await stage.client.exchange('DELETE', `${path}?version=${made?.version}`)).status).toBe(200)
    const version = Number(made?.version) + 1
    const back = await stage.client.exchange('POST', `${path}/undo`, { body: { data: { version, undo: version } } })
    expect(back.status).not.toBe(200)
    const rows = await stage.database.query(`select from record.tabularium_factor where "user" = ${user.id}`)
    expect(rows).toEqual([])
  })

  it('is taken from nobody by whoever may delete factors but is no administrator', async () => {
    const role = await makeRole(stage.client, 'cleaner', [{ model: Factor, read: true, delete: true }])
    const user = await makeUser(stage.client, 'mallory', [role])
    const mallory = await clientOf(stage.service, stage.database, user.id)
    const [own] = await stage.database.query<{ id: number; version: number }>(
      `select id::int, version::int from record.tabularium_factor where "user" = ${id}`,
    )
    const reply = await mallory.exchange('DELETE', `/ws/rest/${Factor}/${own?.id}?version=${own?.version}`)
    mallory.close()
    expect(failureOf(reply)).toEqual([403, 'not-permitted'])
  })
})
