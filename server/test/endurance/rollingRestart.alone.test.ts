import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Balancer } from '../harness/Balancer.ts'
import { findViolations } from '../harness/checker.ts'
import type { Client } from '../harness/client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Load } from '../harness/Load.ts'
import { randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'

const times = sizeOf({ inCi: 3, long: 20 })
let database: TestDatabase
let balancer: Balancer
let clients: Client[]
const services: ServiceProcess[] = []

/** A process that is taken out by its balancer within its delay, since that asks every 50 ms. */
async function startOne(): Promise<ServiceProcess> {
  const service = await startProcess(database.url, { drainDelay: '1s' })
  await balancer.add(service)
  services.push(service)
  return service
}

beforeAll(async () => {
  database = await createDatabase()
  balancer = await Balancer.start()
  await startOne()
  await startOne()
  clients = await manyLoggedIn(balancer, 16)
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const service of services) await service.stop()
  balancer.close()
  await database.drop()
})

describe(`two processes behind a balancer, both restarted one after the other, ${times} times under load`, () => {
  it('not one request fails', async () => {
    const load = new Load({ clients: clients.map((client) => [client]), random: randomFrom(3), records: 20 })
    await load.prepare()
    const running = load.run()
    // A request that fails ends the load at once; it must not wait for the restarts to show.
    let failed: unknown
    running.catch((error: unknown) => (failed = error))
    for (let time = 0; time < times * 2 && failed === undefined; time++) {
      const [oldest] = services
      if (!oldest) throw new Error('There is no process left.')
      await oldest.stop()
      services.shift()
      balancer.remove(oldest)
      expect(oldest.logs()).toContain('"msg":"ended"')
      await startOne()
    }
    load.stop()
    await running
    await load.finish()
    console.info(`${load.history.length} operations through ${times * 2} restarts, none failed`)
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    expect(load.history.length).toBeGreaterThan(times * 100)
  })
})
