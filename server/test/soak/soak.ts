import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { median } from '../../bench/figures.ts'
import { Cluster } from '../harness/Cluster.ts'
import { migrate } from '../harness/globalSetup.ts'
import { scrape } from '../harness/metrics.ts'
import { pause } from '../harness/poll.ts'
import { loggedIn, startProcess } from '../harness/service.ts'
import { SteadyLoad } from './SteadyLoad.ts'

// A service under a steady load for a long time: `npm run test:soak`, with --minutes 20 --rate 300. Ends with 1 if a
// request fails, if memory in the last third differs by more than 10 % from the third before, or if dead rows pile up.
// SIGTERM ends it before its time, with the figures so far.

const { values: flags } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, rate: { type: 'string', default: '300' } },
})
const [minutes, rate] = [Number(flags.minutes), Number(flags.rate)]
const maxChange = 0.1

/** What is looked at every few seconds. */
interface Sample {
  /** Resident memory of the service in MiB. */
  readonly memory: number
  /** The part of it that JavaScript objects use, in MiB; lowest right after a garbage collection. */
  readonly heap: number
  /** Rows that were deleted or replaced and not vacuumed yet. */
  readonly dead: number
  /** Changes of counts that are not folded yet. */
  readonly pending: number
}

const cluster = await Cluster.start({ durable: true, settings: ['fsync=off', 'autovacuum_naptime=5s'] })
await migrate(cluster.urlOf('postgres'))
const service = await startProcess(cluster.urlOf('postgres'), { maxDelay: '5s', keyLifetime: '1m' })
const client = await loggedIn(service, 64)
const load = new SteadyLoad(client)
const samples: Sample[] = []
let isStopped = false
process.once('SIGTERM', () => (isStopped = true))
try {
  await load.prepare(500)
  const began = performance.now()
  const end = began + minutes * 60_000
  load.start(rate)
  while (!isStopped && performance.now() < end) {
    await pause(5_000)
    samples.push(await takeSample())
  }
  await load.stop()
  const took = (performance.now() - began) / 60_000
  const thirds = [0, 1, 2].map((n) => samples.slice((n * samples.length) / 3, ((n + 1) * samples.length) / 3))
  const of = (third: number, member: keyof Sample) => (thirds[third] ?? []).map((sample) => sample[member])
  const show = (member: keyof Sample, what: string, figure: (values: number[]) => number) => {
    const shown = thirds.map((_, third) => figure(of(third, member)).toFixed(0)).join(', ')
    console.log(`${member}, ${what} of the thirds: ${shown}; most: ${Math.max(...of(2, member)).toFixed(0)}`)
  }
  for (const member of ['memory', 'heap', 'dead', 'pending'] as const) show(member, 'medians', median)
  show('heap', 'least', (values) => Math.min(...values))
  const change = median(of(2, 'memory')) / median(of(1, 'memory')) - 1
  const pilesUp = Math.max(...of(2, 'dead')) > 2 * Math.max(...of(1, 'dead')) + 1_000
  console.log(
    `${load.answered} requests in ${took.toFixed(1)} minutes, ${load.failures.length} failed, ${load.unsent} not sent`,
  )
  console.log(
    `memory changed by ${(change * 100).toFixed(1)} % in the last third; dead rows ${pilesUp ? 'pile up' : 'stay'}`,
  )
  for (const failure of load.failures.slice(0, 10)) console.log(failure)
  process.exitCode = load.failures.length === 0 && Math.abs(change) <= maxChange && !pilesUp ? 0 : 1
} finally {
  client.close()
  await service.stop()
  await cluster.stop()
}

async function takeSample(): Promise<Sample> {
  const heap = (await scrape(service)).get('nodejs_heap_size_used_bytes') ?? Number.NaN
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? []
  const [row] = await cluster.query<{ dead: number; pending: number }>(
    `select (select sum(n_dead_tup)::int from pg_stat_user_tables) as dead,
       (select count(*)::int from tabularium.count_deltas) as pending`,
  )
  return { memory: Number(kilobytes) / 1024, heap: heap / 2 ** 20, dead: row?.dead ?? 0, pending: row?.pending ?? 0 }
}
