import { afterAll, beforeAll, expect, it } from 'vitest'
import { Balancer } from '../harness/Balancer.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Browser } from '../harness/oidc/Browser.ts'
import { client as known } from '../harness/oidc/client.ts'
import { Company } from '../harness/oidc/Company.ts'
import { openSession } from '../harness/people.ts'
import { patient, type ServiceProcess, startProcess } from '../harness/service.ts'
import { addUser } from '../harness/users.ts'

const [processes, logins, atOnce] = [4, 100, 10]

let database: TestDatabase
let company: Company
let balancer: Balancer
let services: ServiceProcess[]
let userId: number

beforeAll(async () => {
  ;[database, balancer] = [await createDatabase(), await Balancer.start()]
  company = new Company(balancer.url, { redirect_uris: [`${balancer.url}/login/oidc/sso/callback`] })
  await company.start()
  company.is('kim', { email: 'kim@example.com', email_verified: true })
  userId = await addUser(database, 'kim')
  await database.query(
    `insert into record.tabularium_identity (id, version, created_on, updated_on, "user", provider, issuer, subject)
    values (nextval('record.tabularium_identity_ids'), 0, now(), now(), $1, 'sso', $2, 'kim')`,
    [userId, company.issuer],
  )
  const flags = { ...patient, oidcIssuer: company.issuer, oidcClientId: known.id, publicUrl: balancer.url }
  const start = () => startProcess(database.url, flags, undefined, { TABULARIUM_OIDC_CLIENT_SECRET: known.secret })
  services = await Promise.all(Array.from({ length: processes }, start))
  for (const service of services) await balancer.add(service)
})

afterAll(async () => {
  balancer.close()
  for (const service of services) await service.stop()
  await company.stop()
  await database.drop()
})

/** The status of a session at each process. */
const statusesOf = (cookie: string) =>
  Promise.all(services.map(async ({ url }) => (await fetch(`${url}/ws/me`, { headers: { cookie } })).status))

it('100 logins of a person, begun and finished by whichever process, open sessions in all of them', async () => {
  const everywhere = services.map(() => 200)
  const start = performance.now()
  const cookies: string[] = []
  let begun = 0
  const logIn = async () => {
    while (begun++ < logins) {
      const browser = new Browser()
      const answer = await browser.logIn(balancer.url, 'sso')
      expect([answer.status, answer.text]).toEqual([303, ''])
      cookies.push(browser.cookieFor(balancer.url))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, logIn))
  const seconds = (performance.now() - start) / 1_000
  expect(new Set(cookies).size).toBe(logins)
  for (const cookie of cookies) expect(await statusesOf(cookie)).toEqual(everywhere)
  const [counts] = await database.query<{ sessions: number; noted: number; left: number }>(
    `select (select count(*)::int from record.tabularium_session where "user" = $1) as sessions,
      (select count(*)::int from tabularium.sign_ins where "user" = $1 and result = 'ok') as noted,
      (select count(*)::int from tabularium.login_states) as left`,
    [userId],
  )
  // Each login was taken once, by one process.
  expect(counts).toEqual({ sessions: logins, noted: logins, left: 0 })
  console.info(`${logins} logins over ${processes} processes, ${atOnce} at once: ${seconds.toFixed(1)} s`)
})

it('a callback that is sent to all processes at once opens one session', async () => {
  const before = await openSession(database, userId)
  expect(await statusesOf(before)).toEqual(services.map(() => 200))
  for (let round = 0; round < 5; round++) {
    const browser = new Browser()
    const callback = new URL(await browser.goToCallback(balancer.url, 'sso'))
    const cookie = browser.cookieFor(balancer.url)
    const answers = await Promise.all(
      services.map(({ url }) =>
        fetch(`${url}${callback.pathname}${callback.search}`, { redirect: 'manual', headers: { cookie } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 403, 403, 403])
  }
})
