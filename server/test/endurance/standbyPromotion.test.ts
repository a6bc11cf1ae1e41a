import { afterEach, expect, it } from 'vitest'
import { recordOf } from '../harness/client.ts'
import { Cluster } from '../harness/Cluster.ts'
import { Contact } from '../harness/contract.ts'
import { migrate } from '../harness/globalSetup.ts'
import { scrape } from '../harness/metrics.ts'
import { until } from '../harness/poll.ts'
import { sizeOf } from '../harness/rounds.ts'
import { manyLoggedIn, startService, type TestService } from '../harness/service.ts'

const promotions = sizeOf({ inCi: 1, long: 10 })
const [workers, perPhase] = [6, 150]

let clusters: Cluster[] = []
let service: TestService | undefined

afterEach(async () => {
  await service?.stop()
  await Promise.all(clusters.map((cluster) => cluster.stop()))
})

/** The new primary waits for no standby until it has one. */
async function setSynchronous(cluster: Cluster, names: '*' | ''): Promise<void> {
  await cluster.query(`alter system set synchronous_standby_names = '${names}'`)
  await cluster.query('select pg_reload_conf()')
}

/** Writers that read what they have written; `stale` has what was not there. */
class Writers {
  readonly stale: string[] = []
  reads = 0
  #isOver = false

  async run(url: string): Promise<void> {
    const clients = await manyLoggedIn({ url }, workers)
    await Promise.all(
      clients.map(async (client) => {
        while (!this.#isOver) {
          const made = await client.create(Contact, { firstName: 'P', lastName: 'Promoted' })
          if (made.status !== 200) continue
          const { id } = recordOf(made)
          const seen = await client.read(Contact, id)
          if (seen.status === 200) this.reads += 1
          if (seen.status !== 200 && seen.status !== 503) this.stale.push(`${id}: HTTP ${seen.status}`)
        }
      }),
    )
    for (const client of clients) client.close()
  }

  stop(): void {
    this.#isOver = true
  }
}

it(`no acknowledged write is missed while the standby that is read is promoted, ${promotions} times`, async () => {
  let primary = await Cluster.start({ durable: true, settings: ['fsync=off'] })
  clusters = [primary]
  await migrate(primary.urlOf('postgres'))
  for (let round = 0; round < promotions; round++) {
    const standby = await primary.startStandby()
    clusters = [primary, standby]
    await setSynchronous(primary, '*')
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
    service = await startService(`postgres://postgres@${hosts}/postgres`, { readFrom: 'standby', queueTimeout: '2s' })
    const { url } = service
    const writers = new Writers()
    const running = writers.run(url)
    await until('writes are read', () => writers.reads >= perPhase, { within: 60_000 })
    const onStandby = (await scrape(service)).get('tabularium_reads_total{role="standby"}') ?? 0
    await primary.kill()
    await standby.promote()
    await setSynchronous(standby, '')
    const before = writers.reads
    await until('writes are read again', () => writers.reads >= before + perPhase, { within: 60_000 })
    writers.stop()
    await running
    expect({ stale: writers.stale }).toEqual({ stale: [] })
    expect(onStandby).toBeGreaterThan(perPhase / 4)
    await service.stop()
    service = undefined
    await primary.stop()
    primary = standby
    clusters = [primary]
  }
})
