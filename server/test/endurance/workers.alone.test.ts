import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Balancer } from '../harness/Balancer.ts'
import { findViolations } from '../harness/checker.ts'
import { type Client, recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { Load } from '../harness/Load.ts'
import { until } from '../harness/poll.ts'
import { randomFrom } from '../harness/random.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { askStatus, killWorker, untilAllServe } from '../harness/workers.ts'
import { sizeOf } from '../harness/rounds.ts'

const kills = sizeOf({ inCi: 2, long: 5 })
const restarts = sizeOf({ inCi: 2, long: 6 })
let database: TestDatabase

beforeEach(async () => {
  database = await createDatabase()
})

afterEach(async () => {
  await database.drop()
})

/** A client that writes one record after the other, each on the connection that it has. */
class Writer {
  readonly written: number[] = []
  failures = 0
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const reply = await this.#client.create(Contact, { firstName: 'A', lastName: 'Worker' }).catch(() => undefined)
      if (reply) this.written.push(recordOf(reply).id)
      else this.failures += 1
    }
  }
}

describe(`one of two workers is killed under load, ${kills} times`, () => {
  it('only the requests that were in it fail, and no write that was acknowledged is lost', async () => {
    const service = await startProcess(database.url, { workers: '2' })
    await untilAllServe(service)
    const clients = await manyLoggedIn(service, 16)
    const writers = clients.map((client) => new Writer(client))
    let over = false
    const writing = Promise.all(writers.map((writer) => writer.write(() => over)))
    const count = () => writers.reduce((sum, { written }) => sum + written.length, 0)
    let failuresBefore = 0
    for (let kill = 0; kill < kills; kill++) {
      const status = await untilAllServe(service)
      killWorker(status, (kill % 2) + 1)
      const before = count()
      await until('the other worker goes on', () => count() > before + 200, { within: 60_000 })
      await until('the dead one is noticed', async () => {
        const { workers } = await askStatus(service)
        return workers.reduce((sum, { deaths }) => sum + deaths, 0) === kill + 1
      })
      const failures = writers.reduce((sum, writer) => sum + writer.failures, 0)
      // The request under way on a connection fails. So does the first one on the connection after it, if the primary
      // gives that to the same worker before it notices the death. At first, both workers have connections.
      expect(failures - failuresBefore).toBeLessThanOrEqual(2 * (kill === 0 ? writers.length - 1 : writers.length))
      failuresBefore = failures
    }
    await untilAllServe(service)
    over = true
    await writing
    const written = writers.flatMap((writer) => writer.written)
    const [{ found } = { found: '0' }] = await database.query<{ found: string }>(
      'select count(*) as found from record.com_example_contacts_contact where id = any($1)',
      [written],
    )
    console.info(`${written.length} writes through ${kills} kills, ${failuresBefore} failed with their worker`)
    expect(Number(found)).toBe(written.length)
    for (const client of clients) client.close()
    await service.stop()
    expect(service.exitCode()).toBe(0)
  })
})

describe(`two services of two workers each behind a balancer, restarted in turn, ${restarts} times under load`, () => {
  it('not one request fails', async () => {
    const balancer = await Balancer.start()
    const services: ServiceProcess[] = []
    const startOne = async () => {
      const service = await startProcess(database.url, { workers: '2', drainDelay: '4s' })
      await untilAllServe(service)
      await balancer.add(service)
      services.push(service)
    }
    await Promise.all([startOne(), startOne()])
    const clients = await manyLoggedIn(balancer, 16)
    const load = new Load({
      clients: clients.map((client) => [client]),
      random: randomFrom(5),
      records: 20,
      rest: 40,
    })
    await load.prepare()
    const running = load.run()
    let failed: unknown
    running.catch((error: unknown) => (failed = error))
    for (let time = 0; time < restarts && failed === undefined; time++) {
      const oldest = services.shift()
      if (!oldest) throw new Error('There is no service left.')
      // The next one starts while this one still serves.
      await Promise.all([oldest.stop(), startOne()])
      balancer.remove(oldest)
      expect(oldest.exitCode()).toBe(0)
    }
    load.stop()
    await running
    await load.finish()
    console.info(`${load.history.length} operations through ${restarts} restarts, none failed`)
    expect(findViolations(load.history).slice(0, 10)).toEqual([])
    for (const client of clients) client.close()
    // Without the delay: that they end well is shown above.
    for (const service of services) await service.kill()
    balancer.close()
  })
})
