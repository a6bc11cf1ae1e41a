import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../harness/checker.ts'
import { Client } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Load } from '../harness/Load.ts'
import { pause } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { sabotage } from '../harness/sabotage.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { VersionlessProxy } from '../harness/VersionlessProxy.ts'

const operations = sizeOf({ inCi: 3_000, long: 50_000 })
const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
let database: TestDatabase
let services: ServiceProcess[]
const clients: Client[] = []

beforeAll(async () => {
  database = await createDatabase()
  services = await Promise.all([startProcess(database.url), startProcess(database.url)])
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  await database.drop()
})

/** Several clients, each with a connection to every address. */
async function connectAll(urls: readonly string[], count: number): Promise<Client[][]> {
  const session = await loggedIn({ url: urls[0] ?? '' })
  clients.push(session)
  return Array.from({ length: count }, () =>
    urls.map((url) => {
      const client = new Client(url)
      client.cookie = session.cookie
      clients.push(client)
      return client
    }),
  )
}

describe('32 clients, 20 records, two processes', () => {
  it(`${operations} operations are explained: own versions, no gaps, nothing lost, no look into the past`, async () => {
    const ways = await connectAll(
      services.map(({ url }) => url),
      32,
    )
    const load = new Load({ clients: ways, random: randomFrom(seed), records: 20 })
    const start = performance.now()
    await load.prepare()
    await load.run(operations)
    const seconds = (performance.now() - start) / 1_000
    await load.finish()
    const count = (said: string, kind?: string) =>
      load.history.filter(({ answer, write }) => answer.said === said && write?.kind === kind).length
    console.info(
      `seed ${seed}: ${load.history.length} operations in ${seconds.toFixed(1)} s ` +
        `(${(load.history.length / seconds).toFixed(0)} a second), ` +
        `${count('done', 'update')} updates, ${count('shown', 'update')} conflicts, ${count('done', 'create')} ` +
        `creates, ${count('done', 'delete')} deletes`,
    )
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    expect(load.history.length).toBeGreaterThanOrEqual(operations)
    expect(count('done', 'update')).toBeGreaterThan(operations / 100)
    expect(count('shown', 'update')).toBeGreaterThan(operations / 200)
    expect(count('done', 'delete')).toBeGreaterThan(operations / 1_000)
  })
})

/** Loads find the records of the loads before them as well, so each of these looks for one violation alone. */
describe('a service without the version check', () => {
  it('is found out by the same load and the same checker', async () => {
    const sabotaged = await sabotage('statement/update.ts', ' and t.version = input.version', '')
    const other = await startProcess(database.url, {}, sabotaged.main)
    const urls = [services[0]?.url ?? '', other.url]
    const isLost = (violation: string) => violation.includes('an update was lost')
    let lost: string[] = []
    for (let round = 0; round < 20 && lost.length === 0; round++)
      lost = (await findViolationsUnderLoad(urls, { operations: 300, isHeld: true })).filter(isLost)
    await other.stop()
    await sabotaged.remove()
    expect(lost).not.toEqual([])
  })

  it('is found out even if it answers the versions that its clients expect', async () => {
    const proxy = await VersionlessProxy.start(services[0]?.url ?? '')
    const violations = await findViolationsUnderLoad([proxy.url], { operations: 600 })
    proxy.close()
    expect(violations).toContainEqual(expect.stringMatching(/record \d+ got version \d+ \d+ times/))
  })
})

interface LoadSize {
  readonly operations: number
  /** Whether records are held now and then, so that statements of two processes meet in one. */
  readonly isHeld?: boolean
}

async function findViolationsUnderLoad(
  urls: readonly string[],
  { operations: count, isHeld = false }: LoadSize,
): Promise<string[]> {
  const load = new Load({ clients: await connectAll(urls, 16), random: randomFrom(seed), records: 5 })
  await load.prepare()
  let isOver = false
  const holding = isHeld ? holdAgainAndAgain(() => isOver) : undefined
  await load.run(count)
  isOver = true
  await holding
  return findViolations(load.history)
}

/**
 * Locks all records for a moment: writes of both processes begin meanwhile, at the same version, and wait. A service
 * without the check may meet these locks in another order: then PostgreSQL ends the moment, and the next one follows.
 */
async function holdAgainAndAgain(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await database.query('begin')
    try {
      await database.query('select from record.com_example_contacts_contact order by id for update')
      await pause(100)
      await database.query('commit')
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01') throw error
      await database.query('rollback')
    }
    await pause(20)
  }
}
