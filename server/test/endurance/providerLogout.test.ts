import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { client as known } from '../harness/oidc/client.ts'
import { LyingProvider } from '../harness/oidc/LyingProvider.ts'
import { makeRole, makeUser, openSession } from '../harness/people.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, patient, type ServiceProcess, startProcess } from '../harness/service.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

let database: TestDatabase
let provider: LyingProvider
let services: ServiceProcess[]
let admin: Client

beforeAll(async () => {
  ;[database, provider] = [await createDatabase(), await LyingProvider.start()]
  const flags = { ...patient, oidcIssuer: provider.issuer, oidcClientId: known.id, publicUrl: 'http://127.0.0.1:1' }
  const start = () => startProcess(database.url, flags, undefined, { TABULARIUM_OIDC_CLIENT_SECRET: known.secret })
  services = await Promise.all([start(), start()])
  admin = await loggedIn(services[0] as ServiceProcess)
})

afterAll(async () => {
  admin.close()
  for (const service of services) await service.stop()
  await provider.stop()
  await database.drop()
})

/** A person who is logged in by the provider: the cookie, and the session there. */
interface Person {
  readonly sid: string
  readonly cookie: string
}

async function makePerson(role: Awaited<ReturnType<typeof makeRole>>, n: number): Promise<Person> {
  const { id } = await makeUser(admin, `person${n}`, [role])
  const [cookie, sid] = [await openSession(database, id), randomBytes(9).toString('base64url')]
  await database.query(
    `update record.tabularium_session set method = 'oidc', provider = 'sso', issuer = $1, subject = $2, sid = $3
    where "user" = $4`,
    [provider.issuer, `person${n}`, sid, id],
  )
  return { sid, cookie }
}

/** Tells one process that a session at the provider has ended. */
async function endAt({ url }: ServiceProcess, { sid }: Person): Promise<number> {
  const iat = Math.floor(Date.now() / 1_000)
  const claims = { iss: provider.issuer, aud: known.id, iat, exp: iat + 120, jti: sid, sid, events: { [event]: {} } }
  const token = provider.key.toToken(claims, { typ: 'logout+jwt' })
  const body = new URLSearchParams({ logout_token: token })
  return (await fetch(`${url}/login/oidc/sso/backchannel-logout`, { method: 'POST', body })).status
}

it('ends sessions in all processes: after its answer no request is accepted, while others read on', async () => {
  const [count, after] = [sizeOf({ inCi: 10, long: 50 }), sizeOf({ inCi: 1_000, long: 10_000 })]
  const role = await makeRole(admin, 'readers', [{ model: Contact, read: true }])
  const people: Person[] = []
  for (let n = 0; n <= count; n++) people.push(await makePerson(role, n))
  const [reader, ...victims] = people
  const clients = services.map(({ url }) => new Client(url, 8))
  const ask = (turn: number, { cookie }: Person) =>
    (clients[turn % clients.length] as Client).exchange('GET', `/ws/rest/${Contact}?limit=1`, { cookie })
  let isOver = false
  const read = async (turn: number) => {
    let answered = 0
    for (; !isOver; answered++) expect((await ask(turn, reader as Person)).status).toBe(200)
    return answered
  }
  const readers = [read(0), read(1)]
  const tally = { meanwhile: 0, refused: 0, accepted: 0 }
  try {
    for (const [n, victim] of victims.entries()) {
      const [one, other] = [await ask(0, victim), await ask(1, victim)]
      expect([one.status, other.status]).toEqual([200, 200])
      const underWay = Array.from({ length: 12 }, (_, turn) => ask(turn, victim))
      expect(await endAt(services[n % services.length] as ServiceProcess, victim)).toBe(200)
      const later = Array.from({ length: Math.ceil(after / count) }, (_, turn) => ask(turn, victim))
      for (const { status } of await Promise.all(later)) tally[status === 401 ? 'refused' : 'accepted'] += 1
      for (const { status } of await Promise.all(underWay)) {
        expect([200, 401]).toContain(status)
        tally.meanwhile += 1
      }
    }
  } finally {
    isOver = true
  }
  const answered = await Promise.all(readers)
  for (const one of clients) one.close()
  console.info(
    `${tally.refused} requests after ${count} logouts, ${tally.accepted} accepted; others: ${answered.join()}`,
  )
  expect(tally).toEqual({ meanwhile: 12 * count, refused: Math.ceil(after / count) * count, accepted: 0 })
  for (const requests of answered) expect(requests).toBeGreaterThan(count)
})
