import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findViolations } from '../harness/checker.ts'
import { Client } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Load } from '../harness/Load.ts'
import { randomFrom } from '../harness/random.ts'
import { sabotage } from '../harness/sabotage.ts'
import { loggedIn, startProcess, startService, type TestService } from '../harness/service.ts'
import { VersionlessProxy } from '../harness/VersionlessProxy.ts'
import { sizeOf } from '../harness/rounds.ts'

const operations = sizeOf({ inCi: 6_000, long: 50_000 })
const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
let database: TestDatabase
let services: TestService[]
const clients: Client[] = []

beforeEach(async () => {
  database = await createDatabase()
  services = []
})

afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
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
    services = [await startProcess(database.url), await startProcess(database.url)]
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

describe('a service without the version check', () => {
  it('is found out by the same load and the same checker', async () => {
    const sabotaged = await sabotage('statement/update.ts', ' and t.version = input.version', '')
    services = [
      await startProcess(database.url, {}, sabotaged.main),
      await startProcess(database.url, {}, sabotaged.main),
    ]
    // Two statements must meet in one record at the same moment, which may take a few rounds.
    let lost: string[] = []
    for (let round = 0; round < 10 && lost.length === 0; round++) {
      const violations = await findViolationsUnderLoad(services.map(({ url }) => url))
      lost = violations.filter((violation) => violation.includes('an update was lost'))
    }
    await sabotaged.remove()
    expect(lost).not.toEqual([])
  })

  it('is found out even if it answers the versions that its clients expect', async () => {
    services = [await startService(database.url, { logLevel: 'error' })]
    const proxy = await VersionlessProxy.start(services[0]?.url ?? '')
    const violations = await findViolationsUnderLoad([proxy.url])
    proxy.close()
    expect(violations).toContainEqual(expect.stringMatching(/record \d+ got version \d+ \d+ times/))
  })
})

async function findViolationsUnderLoad(urls: readonly string[]): Promise<string[]> {
  const load = new Load({ clients: await connectAll(urls, 16), random: randomFrom(seed), records: 5 })
  await load.prepare()
  await load.run(3_000)
  return findViolations(load.history)
}
