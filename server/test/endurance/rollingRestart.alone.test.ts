import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Balancer } from '../harness/Balancer.ts'
import { findViolations } from '../harness/checker.ts'
import type { Client } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Load } from '../harness/Load.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const times = sizeOf({ inCi: 1, long: 20 })
let database: TestDatabase
let balancer: Balancer
let clients: Client[]
const services: ServiceProcess[] = []

/** A process that is taken out by its balancer within its delay, since that asks every 50 ms; the machine may stall. */
async function startOne(): Promise<ServiceProcess> {
  const service = await startProcess(database.url, { drainDelay: '4s' })
  await balancer.add(service)
  services.push(service)
  return service
}

beforeAll(async () => {
  database = await createDatabase()
  balancer = await Balancer.start()
  await Promise.all([startOne(), startOne()])
  clients = await manyLoggedIn(balancer, 16)
})

afterAll(async () => {
  for (const client of clients) client.close()
  // Without the delay: that it ends well is shown above.
  for (const service of services) await service.kill()
  balancer.close()
  await database.drop()
})

describe(`two processes behind a balancer, both restarted one after the other, ${times} times under load`, () => {
  it('not one request fails', async () => {
    const load = new Load({
      clients: clients.map((client) => [client]),
      random: randomFrom(3),
      records: 20,
      rest: 40,
    })
    await load.prepare()
    const running = load.run()
    // A request that fails ends the load at once; it must not wait for the restarts to show.
    let failed: unknown
    running.catch((error: unknown) => (failed = error))
    for (let time = 0; time < times * 2 && failed === undefined; time++) {
      const oldest = services.shift()
      if (!oldest) throw new Error('There is no process left.')
      // The next one starts while this one still serves.
      await Promise.all([oldest.stop(), startOne()])
      balancer.remove(oldest)
      expect(oldest.logs()).toContain('"msg":"ended"')
    }
    load.stop()
    await running
    await load.finish()
    console.info(`${load.history.length} operations through ${times * 2} restarts, none failed`)
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    expect(load.history.length).toBeGreaterThan(times * 100)
  })
})
