import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from './harness/client.ts'
import { scrape } from './harness/metrics.ts'
import { clientOf, Factor, makeUser, User } from './harness/people.ts'
import { runCommand } from './harness/runCommand.ts'
import { codeOf, dataOf, enrol, type Enrolled, failureOf, passCodes, withFactors } from './harness/secondFactors.ts'
import { startService, type TestService } from './harness/service.ts'
import { useService } from './harness/useService.ts'

const stage = useService(withFactors)
const password = 'seven grey geese in a row'
const credentials = { username: 'xenia', password }
let client: Client
let xenia: Enrolled
let id: number
let without: TestService

beforeAll(async () => {
  ;({ id } = await makeUser(stage.client, 'xenia', [], { password }))
  client = await clientOf(stage.service, stage.database, id)
  without = await startService(stage.database.url)
})
afterAll(async () => {
  client.close()
  await without.stop()
})

const post = (path: string, body: object, url = stage.service.url): Promise<Reply> => {
  const one = new Client(url)
  return one.exchange('POST', path, { body }).finally(() => one.close())
}
const logIn = (more: object = {}) => post('/callback', { ...credentials, ...more })
const prove = (proof: object) => async (reply: Reply) => {
  const { login } = reply.json?.data as { login: string }
  return post('/login/factor', { login, ...proof })
}
const factors = async () =>
  (
    dataOf(await client.exchange('GET', '/ws/factors')) as [
      { factors: { id: number; version: number }[]; recovery: number; totp: boolean },
    ]
  )[0]

describe('an app for codes', () => {
  it('is asked for once the first code was right', async () => {
    const begun = (
      dataOf(await client.exchange('POST', '/ws/factors/totp', { body: {} })) as [{ secret: string; uri: string }]
    )[0]
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.uri).toBe(`otpauth://totp/Tabularium:xenia?secret=${begun.secret}&issuer=Tabularium`)
    expect((await logIn()).status).toBe(200)
    const wrong = await client.exchange('POST', '/ws/factors/totp/confirm', { body: { code: '000000' } })
    expect(failureOf(wrong)).toEqual([401, 'wrong-credentials'])
    expect(await factors()).toEqual({ factors: [], recovery: 0, totp: true })
    xenia = await enrol(client)
    expect(new Set(xenia.recovery).size).toBe(10)
    const [own] = dataOf(await client.exchange('GET', '/ws/me')) as [{ session: { factors: string[] } }]
    expect(own.session.factors).toContain('totp')
    expect(await factors()).toMatchObject({ factors: [{ kind: 'totp', name: 'phone' }], recovery: 10 })
  })

  it('opens a session in a second step, or in one request, each code once', async () => {
    const begun = await logIn()
    expect([begun.status, begun.json?.status, begun.headers['set-cookie']]).toEqual([401, -5, undefined])
    expect(begun.json?.data).toMatchObject({ code: 'factor-required', factors: ['totp', 'recovery'] })
    const code = codeOf(xenia.secret)
    const done = await prove({ totp: `${code.slice(0, 3)} ${code.slice(3)}` })(begun)
    expect(dataOf(done) as object[]).toEqual([{ id, username: 'xenia', name: 'xenia' }])
    const me = await stage.client.exchange('GET', '/ws/me', {
      cookie: String(done.headers['set-cookie']).split(';')[0] ?? null,
    })
    expect((dataOf(me) as [{ session: object }])[0].session).toMatchObject({ factors: ['password', 'totp'] })
    expect(failureOf(await logIn({ totp: code }))).toEqual([401, 'wrong-credentials'])
    expect((await logIn({ totp: codeOf(xenia.secret, 1) })).status).toBe(200)
    await passCodes(stage.database, id)
  })

  it('confirms a session', async () => {
    await stage.database.query(`update record.tabularium_session set confirmed_on = now() - interval '2 hours'`)
    const renew = () => client.exchange('POST', '/ws/factors/recovery', { body: {} })
    const refused = await renew()
    expect(refused.json?.data).toMatchObject({ code: 'confirmation-required', methods: ['password', 'totp'] })
    const confirm = (body: object) => client.exchange('POST', '/ws/confirm', { body })
    expect((await confirm({ totp: '000000' })).status).toBe(401)
    expect((await confirm({ totp: codeOf(xenia.secret), password })).status).toBe(400)
    expect((await confirm({})).status).toBe(400)
    expect((await confirm({ totp: codeOf(xenia.secret) })).status).toBe(200)
    const [{ recovery }] = dataOf(await renew()) as [{ recovery: string[] }]
    expect(failureOf(await prove({ recovery: xenia.recovery[0] })(await logIn()))).toEqual([401, 'wrong-credentials'])
    xenia = { ...xenia, recovery }
    await stage.database.query('update record.tabularium_session set confirmed_on = now()')
    await passCodes(stage.database, id)
  })

  it('is noted where its code was wrong', async () => {
    const wrong = 'tabularium_sign_ins_total{method="password",provider="",result="refused",reason="wrong-code"}'
    const count = async () => (await scrape(stage.service)).get(wrong) ?? 0
    const before = await count()
    await prove({ totp: '000000' })(await logIn())
    const [last] = dataOf(await client.exchange('GET', '/ws/sign-ins?limit=1')) as object[]
    expect(last).toMatchObject({ method: 'password', result: 'refused', reason: 'wrong-code', user: { id } })
    expect((await count()) - before).toBe(1)
  })
})

describe('without encryptionKeys', () => {
  it('no app can be set up or checked, and recovery codes work', async () => {
    const own = new Client(without.url)
    const begun = await post('/callback', credentials, without.url)
    const { login } = begun.json?.data as { login: string }
    const away = await post('/login/factor', { login, totp: codeOf(xenia.secret) }, without.url)
    expect([...failureOf(away), (away.json?.data as { reason?: string }).reason]).toEqual([
      503,
      'unavailable',
      'encryption',
    ])
    const done = await post('/login/factor', { login, recovery: xenia.recovery[1]?.toLowerCase() }, without.url)
    expect(done.status, done.text).toBe(200)
    own.cookie = String(done.headers['set-cookie']).split(';')[0] ?? ''
    expect((await own.exchange('POST', '/ws/factors/totp', { body: {} })).status).toBe(404)
    expect(dataOf(await own.exchange('GET', '/ws/factors')) as object[]).toMatchObject([{ recovery: 9, totp: false }])
    own.close()
  })
})

describe('a lost factor', () => {
  it('is removed by its user, an administrator, or a command, and the password is enough again', async () => {
    const remove = async (by: Client) => {
      const [one] = (await factors()).factors
      return by.exchange('DELETE', `/ws/rest/${Factor}/${one?.id}?version=${one?.version}`)
    }
    expect((await remove(client)).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    await enrol(client)
    expect((await logIn()).status).toBe(401)
    expect((await remove(stage.client)).status).toBe(200)
    expect((await logIn()).status).toBe(200)
    await enrol(client)
    const told = await runCommand(['user', 'factor', 'remove', 'xenia'], { DATABASE_URL: stage.database.url })
    expect(told).toContain('Removed 1 factor of "xenia".')
    expect((await logIn()).status).toBe(200)
    expect(await factors()).toMatchObject({ factors: [], recovery: 0 })
    const history = await stage.client.exchange('GET', `/ws/rest/${User}/${id}/history`)
    expect(history.text).not.toContain(xenia.secret)
  })

  it('ends with its user', async () => {
    const user = await makeUser(stage.client, 'yves', [], { password })
    const own = await clientOf(stage.service, stage.database, user.id)
    await enrol(own)
    own.close()
    await runCommand(['user', 'remove', 'yves'], { DATABASE_URL: stage.database.url })
    const rows = await stage.database.query(`select from record.tabularium_factor where "user" = ${user.id}`)
    expect(rows).toEqual([])
    expect(recordOf(await stage.client.exchange('GET', '/ws/me')).id).toBe(1)
  })
})
