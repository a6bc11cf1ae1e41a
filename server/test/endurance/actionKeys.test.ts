import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDeclared } from '../../src/command/loadDeclared.ts'
import { Client, recordOf, type Reply } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { KeyedCalls } from '../harness/KeyedCalls.ts'
import { pause } from '../harness/poll.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { RestartableService } from '../harness/RestartableService.ts'
import { sizeOf } from '../harness/rounds.ts'
import { loggedIn } from '../harness/service.ts'
import { migrate } from '../harness/useLogic.ts'
import { announce, Product, receive } from './actionModels/logic.ts'

const models = fileURLToPath(new URL('actionModels', import.meta.url))
const keys = sizeOf({ inCi: 80, long: 1_000 })
const kills = sizeOf({ inCi: 2, long: 100 })
const mostCopies = 3
/** How long after the calls began a process is killed, at the most, in milliseconds. */
const latest = 60
const random = randomFrom(17)
let database: TestDatabase
let services: RestartableService[] = []
let clients: Client[] = []
let calls: KeyedCalls
let products: number[]

beforeAll(async () => {
  database = await createDatabase()
  await migrate(database.url, await loadDeclared(models))
  for (let index = 0; index < 2; index++)
    services.push(await RestartableService.start(database.url, { models, work: 'false' }))
  const session = await loggedIn({ url: services[0]?.url ?? '' })
  clients = services.map(({ url }) => new Client(url, 32))
  for (const client of clients) client.cookie = session.cookie
  products = []
  for (const sku of ['a', 'b', 'c', 'd', 'e'])
    products.push(recordOf(await session.create(Product.name, { sku, onHand: 0 })).id)
  session.close()
  calls = new KeyedCalls(clients, random)
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  await database.drop()
})

/** What the call with a number sends: always the same. */
function toCall(n: number) {
  const data = { key: `key-${n}`, product: { id: products[n % products.length] }, quantity: 1 + (n % 7) }
  return { key: data.key, method: 'POST', path: `/ws/action/${receive.name}`, body: { data } }
}

it(`${keys} keys under ${kills} kills: each call has its effects once`, async () => {
  const answers: Reply[] = []
  const start = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    const [first, end] = [Math.round((kill * keys) / kills), Math.round(((kill + 1) * keys) / kills)]
    const numbers = Array.from({ length: end - first }, (_, index) => first + index)
    const answered = Promise.all(numbers.map((n) => calls.insist(toCall(n), mostCopies)))
    const service = pick(random, services)
    await pause(random() * latest)
    await service.kill()
    const [replies] = await Promise.all([answered, service.restart()])
    answers.push(...replies)
  }
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  console.info(`${keys} keys in ${seconds} s, ${kills} kills: ${JSON.stringify(calls.seen)}`)
  // Calls were under way when a process died.
  expect(calls.seen.broken).toBeGreaterThanOrEqual(kills)
  await expectEachOnce()
  for (const n of [0, 1, keys - 1]) expect((await calls.insist(toCall(n), 1)).text).toBe(answers[n]?.text)
  await expectEachOnce()
})

/** One receipt and one job for each key, and all quantities in the products, with a version for each. */
async function expectEachOnce(): Promise<void> {
  const numbers = Array.from({ length: keys }, (_, n) => n)
  const receipts = await database.query<{ key: string }>('select key from record.keyed_receipt order by key')
  const expected = numbers.map((n) => toCall(n).key).toSorted()
  expect(receipts.map(({ key }) => key).toSorted()).toEqual(expected)
  const jobs = await database.query<{ key: string }>(
    `select input ->> 'key' as key from record.tabularium_job where name = '${announce.name}'`,
  )
  expect(jobs.map(({ key }) => key).toSorted()).toEqual(expected)
  const stored = await database.query('select on_hand::int, version::int from record.keyed_product order by id')
  const sums = products.map((_, index) => {
    const own = numbers.filter((n) => n % products.length === index)
    return { on_hand: own.reduce((sum, n) => sum + 1 + (n % 7), 0), version: own.length }
  })
  expect(stored).toEqual(sums)
  const sets = await database.query(
    `select count(*)::int as sets, sum(records)::int as records
     from tabularium.change_sets where name = '${receive.name}'`,
  )
  expect(sets).toEqual([{ sets: keys, records: 2 * keys }])
}
