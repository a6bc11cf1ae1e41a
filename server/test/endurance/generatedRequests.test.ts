import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { CheckedDocument } from '../harness/exchange/CheckedDocument.ts'
import { ExchangeChecker } from '../harness/exchange/ExchangeChecker.ts'
import { type GeneratedRequest, requestFrom } from '../harness/exchange/generatedRequests.ts'
import { allActions, clientOf, makeRole, makeUser, openSession, own } from '../harness/people.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, startService, type TestService } from '../harness/service.ts'
import { addUser } from '../harness/users.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const wanted = sizeOf({ inCi: 1_200, long: 100_000 })
/** All of them must be reached, or the requests are not what they should be. Conflicts are rare: 1 in 400 requests. */
const kinds = [200, 400, 404, 409]
/** Few at once, so that no request is refused for want of capacity. */
const together = 6
const lot = 400

/** Somebody who sends requests that are made from their own document. */
interface Caller {
  readonly name: string
  readonly client: Client
  requests: fc.Arbitrary<GeneratedRequest>
}

let database: TestDatabase
let service: TestService
let admin: Client
let checker: ExchangeChecker
let callers: Caller[]
const answered = new Map<number, number>()

beforeAll(async () => {
  database = await createDatabase()
  service = await startService(database.url, { logLevel: 'error', maxDelay: '30s' })
  admin = await loggedIn(service, together)
  for (const n of Array.from({ length: 40 }, (_, index) => index)) {
    recordOf(await admin.create(Company, { name: `C${n}` }))
    recordOf(await admin.create(Tag, { name: `T${n}` }))
    recordOf(await admin.create(Contact, { firstName: `F${n}`, lastName: 'Made', company: { id: 1 } }))
  }
  const reading = await makeRole(admin, 'reading', [{ model: '*', read: true }])
  const owning = await makeRole(admin, 'owning', [
    { model: Contact, ...allActions, condition: own },
    { model: Company, ...allActions, readFields: ['name', 'country'], writeFields: ['name'] },
    { model: Tag, read: true, create: true },
  ])
  const reader = await makeUser(admin, 'reader', [reading])
  const owner = await makeUser(admin, 'owner', [owning])
  const boss = await addUser(database, 'boss', { isAdmin: true })
  checker = new ExchangeChecker()
  callers = []
  for (const [name, id] of [
    ['boss', boss],
    ['reader', reader.id],
    ['owner', owner.id],
  ] as const) {
    const client = await clientOf(service, database, id, together)
    callers.push({
      name,
      client,
      requests: fc.constant({ method: 'GET', path: '/ws/me', headers: {}, body: undefined }),
    })
  }
  Client.observe = (exchange) => checker.check(exchange)
}, 120_000)

afterAll(async () => {
  Client.observe = undefined
  checker.close()
  for (const { client } of callers) client.close()
  admin.close()
  await service.stop()
  await database.drop()
})

/** The requests of a caller follow their document, which other callers may change. */
async function renew(caller: Caller): Promise<void> {
  let reply = await caller.client.exchange('GET', '/ws/openapi.json')
  if (reply.status === 401) {
    await revive(caller)
    reply = await caller.client.exchange('GET', '/ws/openapi.json')
  }
  expect(reply.status).toBe(200)
  caller.requests = requestFrom(new CheckedDocument(reply.text))
}

/** A caller may end their own session, or an administrator their account: then they come as somebody else. */
async function revive({ name, client }: Caller): Promise<void> {
  const [known] = await database.query<{ id: number }>(
    'select id::int from record.tabularium_user where username = $1 and not disabled',
    [name],
  )
  const [other] = await database.query<{ id: number }>(
    'select id::int from record.tabularium_user where not disabled order by admin desc, id limit 1',
  )
  client.cookie = await openSession(database, known?.id ?? other?.id ?? 0)
}

async function send({ client }: Caller, { method, path, headers, body }: GeneratedRequest): Promise<Reply> {
  const reply = await client.exchange(method, path, { headers, ...(body === undefined ? {} : { body }) })
  answered.set(reply.status, (answered.get(reply.status) ?? 0) + 1)
  // A user has one export at a time.
  const isTaken = reply.status === 503 && /\/export(\?|$)/.test(path)
  if (!isTaken) expect(reply.status, `${method} ${path} ${body} → ${reply.text.slice(0, 300)}`).toBeLessThan(500)
  return reply
}

async function sendLot(caller: Caller, start: number): Promise<void> {
  await renew(caller)
  const requests = fc.sample(caller.requests, { seed: seed + start, numRuns: lot })
  for (let at = 0; at < requests.length; at += together) {
    const replies = await Promise.all(requests.slice(at, at + together).map((one) => send(caller, one)))
    if (replies.some(({ status }) => status === 401)) await revive(caller)
  }
}

describe(`requests that are made from documents (seed ${seed})`, () => {
  it(`${wanted} of them: no 5xx, and every answer fits the document of its caller`, async () => {
    const faults: string[] = []
    let sent = 0
    const isEnough = () => sent >= wanted && (sent >= 5 * wanted || kinds.every((status) => answered.has(status)))
    for (; !isEnough() && faults.length === 0; sent += lot) {
      await sendLot(callers[(sent / lot) % callers.length] as Caller, sent)
      faults.push(...checker.takeFaults())
    }
    const sorted = [...answered].toSorted(([a], [b]) => a - b)
    console.info(`seed ${seed}: ${sent} requests: ${sorted.map(([status, n]) => `${status} × ${n}`).join(', ')}`)
    expect(faults.slice(0, 20)).toEqual([])
    expect(service.logs()).not.toContain('internal failure')
    for (const status of kinds) expect(answered.get(status) ?? 0, `HTTP ${status}`).toBeGreaterThan(0)
  })
})
