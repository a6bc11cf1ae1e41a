import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveMany, search } from '../harness/actions.ts'
import { type Client, recordsOf } from '../harness/client.ts'
import { Company, Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { ChangingRecords } from '../harness/ChangingRecords.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { loggedIn, manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { sizeOf } from '../harness/rounds.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const records = 10_000
const walks = sizeOf({ inCi: 8, long: 100 })
const sorts: (readonly string[])[] = [
  [],
  ['-id'],
  ['-credit'],
  ['credit', '-firstName'],
  ['company.name', '-credit'],
  ['-company.employees'],
  ['lastName', 'firstName'],
  ['-createdOn'],
]
/** Orders in which a record keeps its place whatever is written into it. */
const unmoved = ['', '-id', '-createdOn']

let database: TestDatabase
let service: ServiceProcess
let walker: Client
let writers: Client[]
let movement: ChangingRecords

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
  walker = await loggedIn(service, 4)
  writers = await manyLoggedIn(service, 8)
  const companies = Array.from({ length: 30 }, (_, n) => ({
    name: `C${n % 20}`,
    employees: n % 3 === 0 ? null : n % 7,
  }))
  const ids = recordsOf(await saveMany(walker, Company, companies)).map(({ id }) => id)
  movement = new ChangingRecords(randomFrom(seed), ids)
  await movement.prepare(walker, records)
})

afterAll(async () => {
  walker.close()
  for (const client of writers) client.close()
  await service.stop()
  await database.drop()
})

/** Goes through all pages of a search and gives how often each record was seen. */
async function walk(sortBy: readonly string[], limit: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>()
  let after: string | undefined
  do {
    const body = { sortBy, limit, fields: ['id'], total: false, ...(after === undefined ? {} : { after }) }
    const reply = await search(walker, Contact, body)
    for (const { id } of recordsOf(reply)) seen.set(id, (seen.get(id) ?? 0) + 1)
    after = reply.json?.next
  } while (after !== undefined)
  return seen
}

describe(`${walks} walks over ${records} records while 8 clients insert, update and delete (seed ${seed})`, () => {
  it('see every record that lived through the walk, and whose place did not change in it, exactly once', async () => {
    const random = randomFrom(seed + 1)
    const writing = movement.run(writers)
    let pages = 0
    let steadiest = Infinity
    const faults: string[] = []
    for (let n = 0; n < walks; n += 2)
      await Promise.all(
        [n, n + 1].map(async (number) => {
          const sortBy = sorts[number % sorts.length] ?? []
          const limit = pick(random, [300, 500, 1_000])
          const start = performance.now()
          const seen = await walk(sortBy, limit)
          const steady = movement.steady({ start, end: performance.now() }, unmoved.includes(sortBy.join()))
          pages += Math.ceil(seen.size / limit)
          steadiest = Math.min(steadiest, steady.length)
          for (const id of steady) {
            const times = seen.get(id) ?? 0
            if (times !== 1)
              faults.push(`walk ${number} by ${sortBy.join() || 'id'}: record ${id} was seen ${times} times`)
          }
        }),
      )
    movement.stop()
    await writing
    console.info(
      `seed ${seed}: ${walks} walks of ${pages} pages, ${movement.writes} writes meanwhile, at least ${steadiest} ` +
        'records steady in each walk',
    )
    expect(faults.slice(0, 10)).toEqual([])
    expect(movement.writes).toBeGreaterThan(walks * 10)
    expect(steadiest).toBeGreaterThan(records / 4)
  })
})
