import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../harness/checker.ts'
import type { Client } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Load } from '../harness/Load.ts'
import { until } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const times = sizeOf({ inCi: 15, long: 100 })
const terminate = `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
    where application_name = 'tabularium' and datname = current_database()`
let database: TestDatabase
let service: ServiceProcess
let clients: Client[]

beforeAll(async () => {
  database = await createDatabase()
  service = await startProcess(database.url)
  clients = await manyLoggedIn(service, 16)
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  await database.drop()
})

describe(`all connections to the database, ended ${times} times under load`, () => {
  it('the process survives, serves again at once, and no write is lost', async () => {
    const load = new Load({
      clients: clients.map((client) => [client]),
      random: randomFrom(2),
      records: 20,
      mayBeUnavailable: true,
    })
    const successes = () =>
      load.history.filter(({ answer }) => answer.said !== 'unknown' && answer.said !== 'not-applied').length
    await load.prepare()
    const running = load.run()
    let slowest = 0
    let ended = 0
    for (let time = 0; time < times; time++) {
      const before = successes()
      await until('requests succeed', () => successes() > before + 20, { within: 60_000, every: 2 })
      const [row] = await database.query<{ ended: number }>(terminate)
      ended += row?.ended ?? 0
      const start = performance.now()
      const after = successes()
      await until('requests succeed again', () => successes() > after, { within: 60_000, every: 2 })
      slowest = Math.max(slowest, performance.now() - start)
    }
    load.stop()
    await running
    await load.finish()
    console.info(
      `${ended} connections ended, ${load.history.length} operations, ${load.unavailable.length} refused; serving ` +
        `again after at most ${slowest.toFixed(0)} ms`,
    )
    expect(ended).toBeGreaterThanOrEqual(times)
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    expect(service.isAlive()).toBe(true)
    expect(service.logs()).not.toContain('internal failure')
  })
})
