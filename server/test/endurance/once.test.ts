import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client, recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { CuttingProxy } from '../harness/CuttingProxy.ts'
import { KeyedCalls } from '../harness/KeyedCalls.ts'
import { pause } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { RestartableService } from '../harness/RestartableService.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn } from '../harness/service.ts'

const keys = sizeOf({ inCi: 400, long: 10_000 })
const kills = sizeOf({ inCi: 3, long: 20 })
const mostCopies = 5
const atOnce = 24
const lost = 0.02
const random = randomFrom(6)
let database: TestDatabase
let services: RestartableService[]
let proxies: CuttingProxy[]
let clients: Client[]
let calls: KeyedCalls

beforeAll(async () => {
  database = await createDatabase()
  services = await Promise.all([RestartableService.start(database.url), RestartableService.start(database.url)])
  proxies = await Promise.all(services.map(({ url }) => CuttingProxy.start(url, () => random() < lost)))
  const session = await loggedIn({ url: services[0]?.url ?? '' })
  clients = proxies.map(({ url }) => new Client(url, 64))
  for (const client of clients) client.cookie = session.cookie
  session.close()
  calls = new KeyedCalls(clients, random)
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const proxy of proxies) proxy.close()
  for (const service of services) await service.stop()
  await database.drop()
})

/** The life of a record by keyed writes: every one is created, some are changed, and some of those deleted. */
async function live(n: number): Promise<void> {
  const path = `/ws/rest/${Contact}`
  const data = { firstName: `once ${n}`, lastName: 'Once' }
  const created = recordOf(await calls.insist({ key: `create-${n}`, method: 'PUT', path, body: { data } }, mostCopies))
  expect(created).toMatchObject({ ...data, version: 0 })
  if (n % 10 !== 0) return
  const own = `${path}/${created.id}`
  const body = { data: { version: 0, lastName: 'Twice' } }
  const updated = recordOf(await calls.insist({ key: `update-${n}`, method: 'POST', path: own, body }, mostCopies))
  expect(updated).toMatchObject({ firstName: data.firstName, lastName: 'Twice', version: 1 })
  if (n % 20 !== 0) return
  const deleted = await calls.insist({ key: `delete-${n}`, method: 'DELETE', path: `${own}?version=1` }, mostCopies)
  expect(deleted.json).toEqual({ status: 0, data: [created.id] })
}

it(`${keys} keys, each sent up to ${mostCopies} times at once, ${kills} kills and lost replies`, async () => {
  let next = 0
  const part = keys / (kills + 1)
  /** So many are begun before the next kill, so that each kill meets some of them, however long a restart takes. */
  let most = part
  const start = performance.now()
  const work = async () => {
    while (next < keys)
      if (next < most) await live(next++)
      else await pause(5)
  }
  const killAll = async () => {
    for (let kill = 0; kill < kills; kill++) {
      while (next < most) await pause(5)
      most += part
      const service = services[kill % services.length]
      await service?.kill()
      await service?.restart()
    }
  }
  await Promise.all([...Array.from({ length: atOnce }, work), killAll()])
  const cuts = proxies.reduce((sum, proxy) => sum + proxy.cuts, 0)
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  console.info(`${keys} keys in ${seconds} s, ${kills} kills, ${cuts} replies lost: ${JSON.stringify(calls.seen)}`)
  await expectEachOnce()
  expect(cuts).toBeGreaterThan(keys / 100)
  expect(calls.seen.replayed).toBeGreaterThan(keys)
})

/** What is there: one record of each create that was not deleted, and one row of the journal for each write. */
async function expectEachOnce(): Promise<void> {
  const records = await database.query<{ name: string; last: string; version: number }>(
    `select first_name as name, last_name as last, version::int from record.com_example_contacts_contact
      order by substr(first_name, 6)::int`,
  )
  const due = Array.from({ length: keys }, (_, n) => n).filter((n) => n % 20 !== 0)
  const name = (n: number) => ({
    name: `once ${n}`,
    ...(n % 10 === 0 ? { last: 'Twice', version: 1 } : { last: 'Once', version: 0 }),
  })
  expect(records).toEqual(due.map(name))
  const written = await database.query(
    `select operation, count(*)::int from tabularium.journal
    where model = (select number from tabularium.models where name = $1) group by 1 order by 1`,
    [Contact],
  )
  expect(written).toEqual([
    { operation: 'c', count: keys },
    { operation: 'd', count: keys / 20 },
    { operation: 'u', count: keys / 10 },
  ])
}
