import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client, recordOf, type Reply } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { makeRole, makeUser, openSession, User } from '../harness/people.ts'
import { pause } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { timed } from '../harness/timed.ts'

const readers = 16
/** Milliseconds between two users that are written: 50 a second. */
const every = 20
/** Turns with and without writes follow each other quickly, so that other load on the machine affects both alike. */
const turn = 500
const turns = sizeOf({ inCi: 10, long: 40 })

let database: TestDatabase
let service: ServiceProcess
let admin: Client
let client: Client
let path: string
let cookies: string[]
let count = 0
let answered = 0

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
  admin = await loggedIn(service, 8)
  client = new Client(service.url, readers)
  path = `/ws/rest/${Contact}/${recordOf(await admin.create(Contact, { firstName: 'Ada', lastName: 'Byron' })).id}`
  const role = await makeRole(admin, 'bystander', [{ model: Contact, read: true }])
  cookies = []
  for (let n = 0; n < readers; n++)
    cookies.push(await openSession(database, (await makeUser(admin, `reader${n}`, [role])).id))
})

afterAll(async () => {
  for (const each of [admin, client]) each.close()
  await service.stop()
  await database.drop()
})

function createUser(): Promise<Reply> {
  return admin.create(User, { username: `user${++count}`, name: 'New' })
}

/** Each user is renamed once. */
function renameUser(): Promise<Reply> {
  return admin.update(User, unnamed.pop() ?? 0, { version: 0, name: `Renamed ${++count}` })
}

let unnamed: number[] = []

async function makeUnnamed(): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `insert into record.tabularium_user (id, version, created_on, updated_on, username)
    select nextval('record.tabularium_user_ids'), 0, now(), now(), 'unnamed' || gen_random_uuid()
    from generate_series(1, ${(2 * turns * turn) / every})
    returning id::int`,
  )
  return rows.map(({ id }) => id)
}

/** As much work as a write of a user, and nothing about rights: what the machine loses to any write. */
function createContact(): Promise<Reply> {
  return admin.create(Contact, { firstName: 'New', lastName: `Contact ${++count}`, tags: [] })
}

async function read(cookie: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const reply = await client.exchange('GET', path, { cookie })
    if (reply.status !== 200) throw new Error(`A reader was refused: HTTP ${reply.status} ${reply.text}`)
    answered++
  }
}

/** Writes users for one turn. */
async function write(one: () => Promise<Reply>): Promise<void> {
  const writes: Promise<Reply>[] = []
  const timer = setInterval(() => writes.push(one()), every)
  await pause(turn)
  clearInterval(timer)
  const statuses = new Set((await Promise.all(writes)).map(({ status }) => status))
  expect([...statuses]).toEqual([200])
}

/** How many reads a second are answered during some work. */
async function rateDuring(work: () => Promise<unknown>): Promise<number> {
  const [start, before] = [performance.now(), answered]
  await work()
  return (answered - before) / (performance.now() - start)
}

function toText(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

function revision(): Promise<object[]> {
  return database.query('select revision from tabularium.access')
}

it.each([
  ['created', createUser],
  ['renamed', renameUser],
])(
  'readers lose no more than by other writes while 50 users a second are %s, and none is refused',
  timed,
  async (done, one) => {
    unnamed = await makeUnnamed()
    const before = await revision()
    let isOver = false
    const reading = Promise.all(cookies.map((cookie) => read(cookie, () => isOver)))
    const rates = { alone: 0, control: 0, beside: 0 }
    try {
      for (let n = 0; n < turns; n++) {
        rates.alone += await rateDuring(() => pause(turn))
        rates.control += await rateDuring(() => write(createContact))
        rates.beside += await rateDuring(() => write(one))
      }
    } finally {
      isOver = true
      await reading
    }
    const shares = { ofAlone: rates.beside / rates.alone, ofOthers: rates.beside / rates.control }
    console.info(
      `users are ${done}: readers get ${toText(shares.ofAlone)} of what they get alone, and ` +
        `${toText(shares.ofOthers)} of what they get while as many contacts are created`,
    )
    expect(await revision()).toEqual(before)
    expect(shares.ofOthers).toBeGreaterThanOrEqual(0.8)
  },
)
