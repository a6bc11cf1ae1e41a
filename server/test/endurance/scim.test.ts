import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { contactsFolder } from '../harness/commandLine.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { makeKey, makeRole, openSession, User } from '../harness/people.ts'
import { pause } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { ScimClient, type ScimReply } from '../harness/scim/ScimClient.ts'
import { loggedIn, patient, startService, type TestService } from '../harness/service.ts'

const groupCount = sizeOf({ inCi: 10, long: 50 })
const userCount = sizeOf({ inCi: 100, long: 1_000 })
const groups = Object.fromEntries(Array.from({ length: groupCount }, (_, n) => [`Group ${n}`, `group-${n}`]))

let database: TestDatabase
let services: TestService[]
let admin: Client
let directories: ScimClient[]
let readers: { id: number }

beforeAll(async () => {
  database = await createDatabase()
  const signIn = { providers: [], passwords: 'all', scim: { groups } } as const
  const start = () => startService(database.url, { ...patient, models: contactsFolder }, undefined, { signIn })
  services = [await start(), await start()]
  admin = await loggedIn(services[0] as TestService, 8)
  for (const role of Object.values(groups)) await makeRole(admin, role, [])
  readers = await makeRole(admin, 'readers', [{ model: Contact, read: true }])
  const { id } = recordOf(await admin.create(User, { username: 'directory', kind: 'service' }))
  const { token } = await makeKey(admin, { scope: 'scim', user: { id } })
  directories = services.map(({ url }) => new ScimClient(url, token))
})

afterAll(async () => {
  admin.close()
  for (const service of services) await service.stop()
  await database.drop()
})

/** Sends a request again if the service says that it was too much for a second. */
async function patiently(send: () => Promise<ScimReply>): Promise<ScimReply> {
  for (;;) {
    const reply = await send()
    if (reply.status !== 429) return reply
    await pause(1_000 * Number(reply.headers.get('retry-after')))
  }
}

/** Does work for each of some things, so many at once. */
async function inParallel<T, R>(things: readonly T[], atOnce: number, work: (thing: T, n: number) => Promise<R>) {
  const results: R[] = []
  const next = things.entries()
  const one = async () => {
    for (const [n, thing] of next) results[n] = await work(thing, n)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return results
}

describe('a directory', () => {
  it('brings its users and groups within a minute, through two processes', async () => {
    const start = performance.now()
    const at = (n: number) => directories[n % directories.length] as ScimClient
    const people = await inParallel(Array.from({ length: userCount }), 8, async (_, n) => {
      const sent = { userName: `user${n}@example.com`, externalId: `u${n}`, displayName: `User ${n}`, active: true }
      const reply = await patiently(() => at(n).post('/Users', sent))
      expect(reply.status, reply.text).toBe(201)
      return reply.json.id
    })
    const found = await patiently(() => at(0).get(`/Groups?count=${groupCount}&excludedAttributes=members`))
    const size = userCount / 10
    const given = await inParallel(found.json.Resources, 4, async ({ id }, n) => {
      const members = Array.from({ length: size }, (_, one) => ({ value: people[(n * 7 + one) % userCount] }))
      const changes = [{ op: 'Add', path: 'members', value: members }]
      const reply = await patiently(() => at(n).patch(`/Groups/${id}`, changes))
      expect(reply.status, reply.text).toBe(200)
      return (await patiently(() => at(n).get(`/Groups/${id}`))).json.members?.length
    })
    const seconds = (performance.now() - start) / 1_000
    console.info(`${userCount} users and ${groupCount} groups of ${size} in ${seconds.toFixed(1)} s`)
    expect(given).toEqual(Array.from({ length: groupCount }, () => size))
    expect(seconds).toBeLessThan(60)
  })

  it('ends access: after active false no request is accepted, while others read on', async () => {
    const [count, after] = [sizeOf({ inCi: 10, long: 20 }), sizeOf({ inCi: 1_000, long: 10_000 })]
    const people: { id: string; cookie: string }[] = []
    for (let n = 0; n <= count; n++) {
      const { json } = await patiently(() => (directories[0] as ScimClient).post('/Users', { userName: `leaver${n}` }))
      const { version } = recordOf(await admin.read(User, Number(json.id)))
      recordOf(await admin.update(User, Number(json.id), { version, roles: [{ id: readers.id }] }))
      people.push({ id: json.id, cookie: await openSession(database, Number(json.id)) })
    }
    const [reader = { cookie: '' }, ...leavers] = people
    const clients = services.map(({ url }) => new Client(url, 8))
    const ask = (turn: number, cookie: string) =>
      (clients[turn % clients.length] as Client).exchange('GET', `/ws/rest/${Contact}?limit=1`, { cookie })
    let isOver = false
    const read = async (turn: number) => {
      let answered = 0
      for (; !isOver; answered++) expect((await ask(turn, reader.cookie)).status).toBe(200)
      return answered
    }
    const reading = [read(0), read(1)]
    const tally = { refused: 0, accepted: 0 }
    try {
      for (const [n, { id, cookie }] of leavers.entries()) {
        expect([(await ask(0, cookie)).status, (await ask(1, cookie)).status]).toEqual([200, 200])
        const underWay = Array.from({ length: 12 }, (_, turn) => ask(turn, cookie))
        const directory = directories[n % directories.length] as ScimClient
        const change = [{ op: 'Replace', path: 'active', value: 'False' }]
        expect((await patiently(() => directory.patch(`/Users/${id}`, change))).status).toBe(200)
        const later = await Promise.all(Array.from({ length: after / count }, (_, turn) => ask(turn, cookie)))
        for (const { status } of later) tally[status === 401 ? 'refused' : 'accepted'] += 1
        for (const { status } of await Promise.all(underWay)) expect([200, 401]).toContain(status)
      }
    } finally {
      isOver = true
    }
    const answered = await Promise.all(reading)
    for (const one of clients) one.close()
    console.info(`${tally.refused} requests after active false, ${tally.accepted} accepted; others: ${answered.join()}`)
    expect(tally).toEqual({ refused: after, accepted: 0 })
    for (const requests of answered) expect(requests).toBeGreaterThan(count)
  })
})
