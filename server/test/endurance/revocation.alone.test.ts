import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Client, recordOf, type Reply } from '../harness/client.ts'
import { Company, Contact, Tag } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  allActions,
  Key,
  makeKey,
  makeRole,
  type MadeRole,
  makeUser,
  openSession,
  own,
  Role,
  Rule,
  Session,
  User,
} from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { type Attempt, RevocationLoad } from '../harness/RevocationLoad.ts'

/** Requests that are sent after the answer of each revocation, at least. */
const least = 179
const askers = 24
const bystanders = 16
/** What the other processes answer in a second, all the time. */
const leastRate = 100

let database: TestDatabase
let here: ServiceProcess
let others: ServiceProcess[]
let admin: Client
let clients: Client[]
let contactId: number
let count = 0
const served = { requests: 0, refused: 0, took: 0 }

beforeAll(async () => {
  database = await createDatabase()
  const start = () => startProcess(database.url)
  ;[here, ...others] = await Promise.all([start(), start(), start()])
  admin = await loggedIn(here, 4)
  clients = others.map(({ url }) => new Client(url, askers + bystanders))
  contactId = recordOf(await admin.create(Contact, { firstName: 'Common', lastName: 'Property' })).id
})

afterAll(async () => {
  for (const client of [admin, ...clients]) client.close()
  for (const service of [here, ...others]) await service.stop()
  await database.drop()
})

/** A user whose rights are revoked, with their credentials. */
interface Victim {
  readonly id: number
  readonly role: MadeRole
  readonly headers: Readonly<Record<string, string>>
  readonly companyId: number
  readonly keyId: number
  readonly sessionId: number
}

async function makeVictim(withKey: boolean): Promise<Victim> {
  const name = `victim${++count}`
  const role = await makeRole(admin, name, [
    { model: Contact, ...allActions },
    { model: Company, ...allActions, condition: own },
    { model: Tag, read: true },
  ])
  const { id } = await makeUser(admin, name, [role])
  const client = new Client(here.url)
  client.cookie = await openSession(database, id)
  const key = withKey ? await makeKey(client) : undefined
  const companyId = recordOf(await client.create(Company, { name })).id
  client.close()
  const [session] = await database.query<{ id: number }>(
    'select id::int from record.tabularium_session where "user" = $1',
    [id],
  )
  const headers: Victim['headers'] = key ? { authorization: `Bearer ${key.token}` } : { cookie: client.cookie }
  return { id, role, headers, companyId, keyId: key?.id ?? 0, sessionId: session?.id ?? 0 }
}

type Asked = readonly [method: string, path: string, body?: object]
type Ask = (victim: Victim, turn: number) => Asked

/** The requests for contacts, which a rule allows without a condition: most share their statements. */
const contactAsks: readonly Ask[] = [
  () => ['GET', `/ws/rest/${Contact}/${contactId}`],
  () => ['GET', `/ws/rest/${Contact}?limit=5`],
  ({ id }, turn) => ['PUT', `/ws/rest/${Contact}`, { data: { firstName: `Of ${id}`, lastName: `${turn}` } }],
  () => ['POST', `/ws/rest/${Contact}/search`, { limit: 3, sortBy: ['-createdOn'], fields: ['fullName', 'createdBy'] }],
  () => ['GET', `/ws/rest/${Contact}/${contactId}/history`],
  ({ id }, turn) => ['PUT', `/ws/rest/${Contact}`, { data: { firstName: `Of ${id}`, lastName: `${turn}`, tags: [] } }],
  () => ['GET', `/ws/rest/${Contact}/${contactId}?version=0`],
  () => ['GET', `/ws/meta/fields/${Contact}`],
]

/** The same for companies, of which one's own are allowed: to write takes a transaction. */
const companyAsks: readonly Ask[] = [
  ({ companyId }) => ['GET', `/ws/rest/${Company}/${companyId}`],
  () => ['GET', `/ws/rest/${Company}?limit=5`],
  ({ id }) => ['PUT', `/ws/rest/${Company}`, { data: { name: `Of ${id}` } }],
  ({ companyId }) => ['GET', `/ws/rest/${Company}/${companyId}/history`],
]

/** A way to revoke rights, and how a request must be refused from then on. */
interface Revocation {
  readonly name: string
  readonly withKey?: boolean
  readonly refusal: 401 | 404
  readonly asks?: readonly Ask[]
  revoke(victim: Victim): Promise<Reply>
}

function change(model: string, id: number, data: object): Promise<Reply> {
  return admin.update(model, id, { version: 0, ...data })
}

const unknownUser: readonly Revocation[] = [
  { name: 'logging out', refusal: 401, revoke: ({ headers }) => admin.exchange('GET', '/logout', { headers }) },
  { name: 'ending the session', refusal: 401, revoke: ({ sessionId }) => admin.delete(Session, sessionId) },
  { name: 'disabling the user', refusal: 401, revoke: ({ id }) => change(User, id, { disabled: true }) },
  { name: 'deleting the user', refusal: 401, revoke: ({ id }) => admin.delete(User, id) },
  {
    name: 'another password',
    refusal: 401,
    revoke: ({ id }) => change(User, id, { password: 'a-new-and-long-password' }),
  },
  {
    name: 'disabling the user of a key',
    withKey: true,
    refusal: 401,
    revoke: ({ id }) => change(User, id, { disabled: true }),
  },
  { name: 'deleting a key', withKey: true, refusal: 401, revoke: ({ keyId }) => admin.delete(Key, keyId) },
  {
    name: 'the expiry of a key',
    withKey: true,
    refusal: 401,
    revoke: ({ keyId }) => change(Key, keyId, { expiresOn: '2020-01-01T00:00:00Z' }),
  },
]

const unknownModel: readonly Revocation[] = [
  { name: 'taking a role away', refusal: 404, revoke: ({ id }) => change(User, id, { roles: [] }) },
  {
    name: 'taking a role away from the user of a key',
    withKey: true,
    refusal: 404,
    revoke: ({ id }) => change(User, id, { roles: [] }),
  },
  { name: 'deleting the role', refusal: 404, revoke: ({ role }) => admin.delete(Role, role.id) },
  {
    name: 'deleting a rule',
    refusal: 404,
    asks: contactAsks,
    revoke: ({ role }) => admin.delete(Rule, role.rules[0]?.id ?? 0),
  },
  {
    name: 'deleting a rule about own records',
    refusal: 404,
    asks: companyAsks,
    revoke: ({ role }) => admin.delete(Rule, role.rules[1]?.id ?? 0),
  },
  {
    name: 'giving a rule another model',
    refusal: 404,
    asks: contactAsks,
    revoke: ({ role }) => change(Rule, role.rules[0]?.id ?? 0, { model: Tag }),
  },
]

const revocations = [...unknownUser, ...unknownModel]

function toAttempt(victim: Victim, { refusal, asks }: Revocation, client: Client, turn: number): Attempt {
  const possible = asks ?? [...contactAsks, ...companyAsks]
  const [method, path, body] = (possible[turn % possible.length] as Ask)(victim, turn)
  const { headers } = victim
  return {
    name: `${method} ${path}`,
    isWrite: method === 'PUT',
    send: () => client.exchange(method, path, { headers, cookie: null, ...(body ? { body } : {}) }),
    isRefused: ({ status }) => status === refusal,
  }
}

/**
 * Sends the requests of one user to the other processes, until enough of them were sent after the answer of the
 * revocation.
 */
async function besiege(revocation: Revocation): Promise<void> {
  const victim = await makeVictim(revocation.withKey ?? false)
  const load = new RevocationLoad(
    Array.from({ length: askers }, (_, n) => {
      const client = clients[n % clients.length] as Client
      return (turn: number) => toAttempt(victim, revocation, client, turn + n)
    }),
  )
  load.start()
  await until('all ask', () => load.granted >= askers * 2 || load.faults.length > 0, { within: 60_000, every: 5 })
  const answer = await load.revoke(() => revocation.revoke(victim))
  await until('enough were refused', () => load.refused >= least || load.faults.length > 0, {
    within: 60_000,
    every: 5,
  })
  await load.finish()
  expect({ [revocation.name]: load.faults, status: answer.status }).toEqual({ [revocation.name]: [], status: 200 })
  served.refused += load.refused
  served.requests += load.answered
  await expectWritten(victim, load)
}

/**
 * What was refused was not written either: there is as much of the victim's as was granted, and the company from
 * before.
 */
async function expectWritten({ id }: Victim, { written }: RevocationLoad): Promise<void> {
  const [row] = await database.query<{ found: number }>(
    `select count(*)::int as found from tabularium.journal join tabularium.models on models.number = journal.model
    where journal.author = $1 and models.name = any($2)`,
    [id, [Contact, Company]],
  )
  expect(row?.found).toBe(written + 1)
}

/** People whose rights stay as they are while those of others are taken away: each of their requests is answered. */
async function standBy(cookies: readonly string[], isOver: () => boolean): Promise<void> {
  const start = performance.now()
  await Promise.all(
    cookies.map(async (cookie, n) => {
      const client = clients[n % clients.length] as Client
      for (; !isOver(); served.requests++) {
        const reply = await client.exchange('GET', `/ws/rest/${Contact}/${contactId}`, { cookie })
        if (reply.status !== 200) throw new Error(`A bystander was refused: HTTP ${reply.status} ${reply.text}`)
      }
    }),
  )
  served.took = performance.now() - start
}

async function makeBystanders(): Promise<string[]> {
  const condition = { operator: 'or', criteria: [own, { fieldName: 'id', operator: '=', value: contactId }] }
  const role = await makeRole(admin, 'bystander', [{ model: Contact, read: true, condition }])
  const cookies: string[] = []
  for (let n = 0; n < bystanders; n++) {
    const { id } = await makeUser(admin, `bystander${n}`, [role])
    cookies.push(await openSession(database, id))
  }
  return cookies
}

describe('rights that are taken away on one process', () => {
  it('are gone on all others: of the requests sent after the answer none is accepted', async () => {
    const rounds = sizeOf({ inCi: 1, long: Math.ceil((inject('rounds') ?? 0) / 10) })
    const cookies = await makeBystanders()
    let isOver = false
    const standing = standBy(cookies, () => isOver)
    try {
      for (let round = 0; round < rounds; round++) for (const revocation of revocations) await besiege(revocation)
    } finally {
      isOver = true
      await standing
    }
    const rate = (served.requests / served.took) * 1_000
    console.info(
      `${served.refused} requests after a revocation, none accepted; others were served ${rate.toFixed(0)} a second`,
    )
    expect(served.refused).toBeGreaterThanOrEqual(rounds * revocations.length * least)
    expect(rate).toBeGreaterThanOrEqual(leastRate)
  })
})
