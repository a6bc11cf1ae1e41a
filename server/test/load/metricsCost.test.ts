import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeStatement } from '../../src/postgres/timeStatement.ts'
import { sql } from '../../src/sql/sql.ts'
import { Recorder } from '../../src/metrics/Recorder.ts'
import { median } from '../../bench/figures.ts'
import { type Client, recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { cpuTimeOf } from '../harness/cpuTime.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { scrape } from '../harness/metrics.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

/** Reads of one turn. */
const reads = 8_000
const turns = 7
/** Scrapes a second, where there are any. */
const often = 20
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

/** The processor time of this process for each of many calls, in seconds. */
async function cpuOf(times: number, work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < times / 10; n++) await work()
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 / times
}

interface Phase {
  /** Seconds of the service's processor time. */
  readonly cpu: number
  readonly scrapes: number
}

/** Sends many reads, and scrapes beside them at a steady rate if asked to. */
async function readMany(client: Client, id: number, scrapesASecond: number): Promise<Phase> {
  const before = cpuTimeOf(service.pid)
  const scraping: Promise<unknown>[] = []
  const timer = scrapesASecond > 0 && setInterval(() => scraping.push(scrape(service)), 1_000 / scrapesASecond)
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let n = 0; n < reads / 16; n++) await client.read(Contact, id)
    }),
  )
  if (timer) clearInterval(timer)
  await Promise.all(scraping)
  return { cpu: (cpuTimeOf(service.pid) - before) / 1_000, scrapes: scraping.length }
}

const micro = (seconds: number) => `${(seconds * 1e6).toFixed(2)} µs`

test('scraping every second costs at most 1 % of reads, and recording at most 1 % of a read', async () => {
  const client = await loggedIn(service, 16)
  const { id } = recordOf(await client.create(Contact, { firstName: 'A', lastName: 'B' }))
  await readMany(client, id, often)
  // In turns, because the machine may have other work. A service that is busy with reads alone uses one second of
  // processor time a second, so a scrape may take a hundredth of that. Many scrapes a second make the difference clear.
  const rounds: { perRead: number; perScrape: number }[] = []
  for (let round = 0; round < turns; round++) {
    const plain = await readMany(client, id, 0)
    const scraped = await readMany(client, id, often)
    rounds.push({ perRead: plain.cpu / reads, perScrape: (scraped.cpu - plain.cpu) / scraped.scrapes })
  }
  const perRead = median(rounds.map((round) => round.perRead))
  const perScrape = median(rounds.map((round) => round.perScrape))
  client.close()

  const recorder = new Recorder([])
  const statement = sql`select 1`.named('record.read')
  const rows = Promise.resolve([1])
  const record = async (isRecorded: boolean) => {
    const onStage = isRecorded ? recorder.sampleStages() : undefined
    for (const stage of ['authenticate', 'permit', 'plan', 'execute']) onStage?.(stage, 0.1)
    // As if no read shared its statement with another.
    await timeStatement(statement, isRecorded ? recorder.onStatement : undefined, () => rows, 1)
    if (isRecorded) recorder.answered('read', 200, 1.2)
  }
  const perRecord = median(
    await inTurns(async () => {
      const without = await cpuOf(200_000, () => record(false))
      return (await cpuOf(200_000, () => record(true))) - without
    }),
  )
  console.log(`read ${micro(perRead)}, recording ${micro(perRecord)}, scrape ${micro(perScrape)}`)
  expect(perRecord / perRead).toBeLessThan(0.01)
  expect(perScrape).toBeLessThan(0.01)
})

async function inTurns(measure: () => Promise<number>): Promise<number[]> {
  const measured: number[] = []
  for (let turn = 0; turn < turns; turn++) measured.push(await measure())
  return measured
}
