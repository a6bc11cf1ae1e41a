import { afterAll, beforeAll, expect, test } from 'vitest'
import { observe } from '../../src/postgres/observe.ts'
import { sql } from '../../src/sql/sql.ts'
import { Recorder } from '../../src/metrics/Recorder.ts'
import { recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { scrape } from '../harness/metrics.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const reads = 20_000
const scrapes = 200
let database: TestDatabase
let service: ServiceProcess

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
})

afterAll(async () => {
  await service.stop()
  await database.drop()
})

/** The processor time of the service so far, in seconds, as it reports it. */
async function cpuOfService(): Promise<number> {
  return (await scrape(service)).get('process_cpu_seconds_total') ?? Number.NaN
}

/** The processor time of this process for each of many calls, in seconds. */
async function cpuOf(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < times / 10; n++) await work()
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / times
}

test('recording costs at most 1 % of a read, and a scrape every second at most 1 % of a core', async () => {
  const client = await loggedIn(service, 16)
  const { id } = recordOf(await client.create(Contact, { firstName: 'A', lastName: 'B' }))
  const readMany = (count: number) =>
    Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let n = 0; n < count / 16; n++) await client.read(Contact, id)
      }),
    )
  await readMany(reads / 4)
  const [before] = [await cpuOfService(), await readMany(reads)]
  const perRead = ((await cpuOfService()) - before) / reads

  const recorder = new Recorder([])
  const statement = sql`select 1`.named('record.read')
  const rows = Promise.resolve([1])
  const record = async (isRecorded: boolean) => {
    const onStage = isRecorded ? recorder.sampleStages() : undefined
    for (const stage of ['authenticate', 'permit', 'plan', 'execute']) onStage?.(stage, 0.1)
    // As if no read shared its statement with another.
    await observe(statement, isRecorded ? recorder.onStatement : undefined, () => rows, 1)
    if (isRecorded) recorder.answered('read', 200, 1.2)
  }
  const without = await cpuOf(1_000_000, () => record(false))
  const perRecord = (await cpuOf(1_000_000, () => record(true))) - without

  const idle = await cpuOfService()
  for (let n = 0; n < scrapes; n++) await scrape(service)
  const perScrape = ((await cpuOfService()) - idle) / scrapes
  const micro = (seconds: number) => `${(seconds * 1e6).toFixed(2)} µs`
  console.log(`read ${micro(perRead)}, recording ${micro(perRecord)}, scrape ${micro(perScrape)}`)
  expect(perRecord / perRead).toBeLessThan(0.01)
  expect(perScrape).toBeLessThan(0.01)
  client.close()
})
