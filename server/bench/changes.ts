import http from 'node:http'
import { changes } from '../../client/src/changes.ts'
import { createClient } from '../../client/src/index.ts'
import { Cluster } from '../test/harness/Cluster.ts'
import { pause, until } from '../test/harness/poll.ts'
import { FeedSide } from './changes/FeedSide.ts'
import { median, showTable } from './figures.ts'

// What the change feed costs, `npm run bench:changes [ROUNDS]`: writes with and without positions, by turns in one run;
// the time from a commit to its delivery under load; and idle streams. Each figure has its target.

const rounds = Number(process.argv[2] ?? 12)
const [period, connections, streams] = [1_500, 32, 1_000]

const cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=256MB', 'max_wal_size=4GB'] })
const sides = [
  await FeedSide.start(cluster, 'without_feed', connections, false),
  await FeedSide.start(cluster, 'with_feed', connections),
] as const
try {
  const rows = [['figure', 'seen', 'target']]
  rows.push(...(await compareWrites()))
  rows.push(await measureDelay('p99 from commit to delivery under load', async () => undefined))
  rows.push(await measureDelay('the same during create index elsewhere', buildIndexes))
  rows.push(await measureIdleStreams())
  console.log(showTable(rows))
} finally {
  for (const side of sides) await side.stop()
  await cluster.stop()
}

/** Writes a second and CPU time a write, with the feed relative to without it. */
async function compareWrites(): Promise<string[][]> {
  const [rates, costs]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const measured: { rate: number; cost: number }[] = []
    // Those who begin take turns as well: the second one of a round finds the machine warmer.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const [start, before] = [performance.now(), await side.cpuTime()]
      const writes = await side.write(period)
      measured.push({ rate: writes / (performance.now() - start), cost: ((await side.cpuTime()) - before) / writes })
    }
    const [without, withFeed] = round % 2 === 0 ? measured : measured.toReversed()
    if (round === 0 || !without || !withFeed) continue
    rates.push(withFeed.rate / without.rate)
    costs.push(without.cost / withFeed.cost)
  }
  return [
    ['creates and updates a second, with the feed / without', median(rates).toFixed(3), '>= 0.93'],
    ['the same by CPU time', median(costs).toFixed(3), '>= 0.93'],
  ]
}

/** The delay of each write, from its answer to its delivery to a follower, while something else happens. */
async function measureDelay(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<string[]> {
  const [, side] = sides
  const [answered, delivered] = [new Map<string, number>(), new Map<string, number>()]
  const ending = new AbortController()
  const client = createClient({ url: side.service.url, key: side.key })
  const follow = async () => {
    for await (const change of changes(client, { signal: ending.signal, onPage: () => void (isOpen = true) }))
      if (change.operation !== 'reset') delivered.set(`${change.id} ${change.version}`, performance.now())
  }
  let isOpen = false
  const following = follow()
  await until('the follower is there', () => isOpen)
  const working = work(ending.signal)
  await side.write(rounds * 1_000, (id, version) => answered.set(`${id} ${version}`, performance.now()))
  // Changes of the moment before are delivered as well, so their number says nothing.
  await until('all is delivered', () => [...answered.keys()].every((write) => delivered.has(write)), { within: 30_000 })
  ending.abort()
  await Promise.all([following, working])
  const delays = [...answered].map(([write, at]) => (delivered.get(write) ?? Infinity) - at).toSorted((a, b) => a - b)
  const at = (share: number) => (delays[Math.floor(delays.length * share)] ?? Number.NaN).toFixed(0)
  return [`${name} (${delays.length} writes)`, `${at(0.99)} ms (median ${at(0.5)} ms)`, '<= 500 ms']
}

/** Builds an index of another table in the same database, again and again. */
async function buildIndexes(signal: AbortSignal): Promise<void> {
  await cluster.query('select 1')
  const { default: pg } = await import('pg')
  const connection = new pg.Client({ connectionString: cluster.urlOf('with_feed') })
  await connection.connect()
  await connection.query('create table public.elsewhere as select md5(n::text) as text from generate_series(1, 1e6) n')
  while (!signal.aborted) {
    await connection.query('create index elsewhere_text on public.elsewhere (text)')
    await connection.query('drop index public.elsewhere_text')
  }
  await connection.query('drop table public.elsewhere')
  await connection.end()
}

/** The CPU time of the service and its connections with many streams that get nothing. */
async function measureIdleStreams(): Promise<string[]> {
  const [, side] = sides
  const agent = new http.Agent({ keepAlive: false, maxSockets: Infinity })
  const headers = { authorization: `Bearer ${side.key}` }
  const share = async () => {
    const [start, before] = [performance.now(), await side.cpuTime()]
    await pause(rounds * 1_000)
    return ((await side.cpuTime()) - before) / (performance.now() - start)
  }
  await pause(5_000)
  const base = await share()
  let open = 0
  const requests = Array.from({ length: streams }, () => {
    const request = http.get(`${side.service.url}/ws/changes/stream`, { agent, headers }, (response) => {
      if (response.statusCode === 200) open += 1
      response.resume().on('error', () => {})
    })
    return request.on('error', () => {})
  })
  await until('all streams are open', () => open === streams, { within: 60_000 })
  await pause(5_000)
  const busy = await share()
  for (const request of requests) request.destroy()
  const seen = `${(100 * busy).toFixed(1)} % (without them ${(100 * base).toFixed(1)} %)`
  return [`${streams} idle streams, of one core`, seen, '<= 5 %']
}
