import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf } from './harness/client.ts'
import { Cluster } from './harness/Cluster.ts'
import { Contact } from './harness/contract.ts'
import { migrate } from './harness/globalSetup.ts'
import { scrape } from './harness/metrics.ts'
import { pause, until } from './harness/poll.ts'
import { sizeOf } from './harness/rounds.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'

/** How long every commit waits for a standby that is not there, in milliseconds. */
const duration = sizeOf({ inCi: 10_000, long: 20_000 })
const poolSize = 10
/** Two seconds, in polls. */
const minQuiet = 10
let primary: Cluster
let service: TestService
let readers: Client
let writers: Client
let ids: number[]

beforeAll(async () => {
  primary = await Cluster.start({ durable: true, settings: ['fsync=off'] })
  await migrate(primary.urlOf('postgres'))
  service = await startService(primary.urlOf('postgres'), { statementTimeout: '1s', poolSize: `${poolSize}` })
  readers = await loggedIn(service, 8)
  writers = await loggedIn(service, 32)
  ids = await Promise.all(
    Array.from(
      { length: 32 },
      async (_, n) => recordOf(await writers.create(Contact, { firstName: 'A', lastName: `Number ${n}` })).id,
    ),
  )
})

afterAll(async () => {
  readers.close()
  writers.close()
  await service.stop()
  await primary.stop()
})

/** Makes commits wait for a standby, or no longer: those that wait are then let go. */
async function demandStandby(waits: boolean): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '${waits ? '*' : ''}'`)
  await primary.query('select pg_reload_conf()')
  await until('the setting holds', async () => {
    const [row] = await primary.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`)
    return (row?.names === '*') === waits
  })
}

async function countBackends(): Promise<number> {
  const [row] = await primary.query<{ n: number }>(
    `select count(*)::int as n
     from pg_stat_activity
     where backend_type = 'client backend' and application_name like 'tabularium%'`,
  )
  return row?.n ?? 0
}

/** How many statements that draw ids wait for a standby. */
async function countDrawing(): Promise<number> {
  const [row] = await primary.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep' and query like '%nextval%'`,
  )
  return row?.n ?? 0
}

/** Sends requests one after the other on each connection until it is over, and counts their statuses. */
async function load(connections: number, isOver: () => boolean, send: (n: number) => Promise<{ status: number }>) {
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: connections }, async (_, first) => {
      for (let n = first; !isOver(); n += connections) {
        const { status } = await send(n)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  return statuses
}

const idAt = (n: number) => ids[n % ids.length] ?? 0

/** Writes of many shapes, which share no statements: each would hold connections of its own. */
const valueOf = {
  firstName: (n: number) => `First ${n}`,
  lastName: (n: number) => `Last ${n}`,
  phone: (n: number) => `+${1_000_000 + n}`,
  email: (n: number) => `n${n}@example.com`,
  notes: (n: number) => `Note ${n}`,
  vip: (n: number) => n % 2 === 0,
}
const shapes = Object.keys(valueOf) as (keyof typeof valueOf)[]

function write(n: number) {
  const shape = shapes[n % (shapes.length + 1)]
  if (shape === undefined) return writers.create(Contact, { firstName: 'B', lastName: `New ${n}` })
  return writers.update(Contact, idAt(n), { version: 0, [shape]: valueOf[shape](n) })
}

describe('while the synchronous standby is away', () => {
  it('reads are served, and abandoned commits use no more connections than is promised', async () => {
    await demandStandby(true)
    const end = performance.now() + duration
    let mostBackends = 0
    let mostAbandoned = 0
    let mostWaiting = 0
    // How many polls in a row saw no ids being drawn. A draw can still take the last place of the abandoned statements,
    // until a commit has it.
    let quiet = 0
    const isOver = () => performance.now() > (quiet >= minQuiet ? end : end + 40_000)
    const watch = async () => {
      while (!isOver()) {
        quiet = (await countDrawing()) > 0 ? 0 : quiet + 1
        mostBackends = Math.max(mostBackends, await countBackends())
        const figures = await scrape(service)
        mostAbandoned = Math.max(mostAbandoned, figures.get('tabularium_pool_abandoned') ?? 0)
        mostWaiting = Math.max(mostWaiting, figures.get('tabularium_commits_waiting') ?? 0)
        await pause(200)
      }
    }
    const [read, written] = await Promise.all([
      load(8, isOver, (n) => readers.read(Contact, idAt(n))),
      load(32, isOver, write),
      watch(),
    ])
    const all = [...read.values()].reduce((sum, count) => sum + count, 0)
    expect(all).toBeGreaterThan(20)
    expect((read.get(200) ?? 0) / all).toBeGreaterThanOrEqual(0.9)
    // No write is acknowledged: no standby has it.
    expect(written.get(200) ?? 0).toBe(0)
    expect(mostAbandoned).toBeGreaterThan(0)
    // As many as the pool has connections, and those that were under way by then.
    expect(mostAbandoned).toBeLessThanOrEqual(2 * poolSize)
    expect(mostWaiting).toBeGreaterThan(0)
    // New records are refused before their ids are drawn, which would hold the connections of reads.
    expect(quiet).toBeGreaterThanOrEqual(minQuiet)
    expect(mostBackends).toBeLessThanOrEqual(3 * poolSize)
  }, 120_000)

  it('writes go on as soon as commits no longer wait', async () => {
    await demandStandby(false)
    await until('a write succeeds', async () => {
      return (await writers.create(Contact, { firstName: 'B', lastName: 'After' })).status === 200
    })
    await until('nothing is abandoned', async () => (await scrape(service)).get('tabularium_pool_abandoned') === 0)
  })
})
