import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findViolations } from '../harness/checker.ts'
import type { Client } from '../harness/client.ts'
import { Cluster } from '../harness/Cluster.ts'
import { migrate } from '../harness/globalSetup.ts'
import { Load } from '../harness/Load.ts'
import { until } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const times = sizeOf({ inCi: 2, long: 20 })
let cluster: Cluster
let service: ServiceProcess
let clients: Client[]

beforeAll(async () => {
  cluster = await Cluster.start({ durable: true })
  await migrate(cluster.urlOf('postgres'))
  service = await startProcess(cluster.urlOf('postgres'))
  clients = await manyLoggedIn(service, 12)
})

afterAll(async () => {
  for (const client of clients) client.close()
  await service.stop()
  await cluster.stop()
})

describe(`the database, killed and started again ${times} times under load`, () => {
  it('no acknowledged write is missing, nothing crashes, and the service is back within 5 s', async () => {
    const load = new Load({
      clients: clients.map((client) => [client]),
      random: randomFrom(1),
      records: 20,
      mayBeUnavailable: true,
    })
    const successes = () =>
      load.history.filter(({ answer }) => answer.said !== 'unknown' && answer.said !== 'not-applied').length
    const grows = (what: string, count: () => number, by: number) => {
      const before = count()
      return until(what, () => count() >= before + by, { within: 60_000, every: 5 })
    }
    await load.prepare()
    const running = load.run()
    const backAfter: number[] = []
    for (let time = 0; time < times; time++) {
      await grows('requests succeed', successes, 200)
      await cluster.kill()
      await grows('requests are refused', () => load.unavailable.length, 5)
      await cluster.restart()
      const start = performance.now()
      await grows('the service is back', successes, 1)
      backAfter.push(performance.now() - start)
    }
    await grows('requests succeed', successes, 200)
    load.stop()
    await running
    await load.finish()
    const slowest = Math.max(...load.unavailable.map(({ took }) => took))
    const writes = load.unavailable.filter(({ write }) => write)
    console.info(
      `${load.history.length} operations, ${load.unavailable.length} refused (slowest after ${slowest.toFixed(0)} ` +
        'ms), ' +
        `${writes.filter(({ outcome }) => outcome === 'unknown').length} writes with unknown outcome; back after at ` +
        `most ${Math.max(...backAfter).toFixed(0)} ms`,
    )
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    expect(service.isAlive()).toBe(true)
    expect(Math.max(...backAfter)).toBeLessThan(5_000)
    expect(slowest).toBeLessThan(15_000)
    expect(writes.filter(({ outcome }) => outcome !== 'unknown' && outcome !== 'not-applied')).toEqual([])
    expect(writes.length).toBeGreaterThan(0)
    expect(service.logs()).not.toContain('internal failure')
  })
})
