import { parseArgs } from 'node:util'
import { Client } from '../test/harness/client.ts'
import { Cluster } from '../test/harness/Cluster.ts'
import { loadModels } from '../src/model/loadModels.ts'
import { countRecords } from '../src/schema/compareRegistry.ts'
import { contactsFolder } from '../test/harness/commandLine.ts'
import { Contact } from '../test/harness/contract.ts'
import { migrate } from '../test/harness/globalSetup.ts'
import { scrape } from '../test/harness/metrics.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../test/harness/service.ts'
import { median, parseSize, showSize, showTable } from './figures.ts'
import { LeanClient, toGet } from './LeanClient.ts'

// What a read costs the primary if a standby answers it: processor time of all processes of the primary, from /proc,
// for each read, with `readFrom` primary and standby in turns: `npm run bench:standby`, with --size 100k --rounds 5
// --period 2000. It starts its own PostgreSQL servers.

const { values: flags } = parseArgs({
  options: {
    size: { type: 'string', default: '100k' },
    rounds: { type: 'string', default: '5' },
    period: { type: 'string', default: '2000' },
  },
})
const [size, rounds, period] = [parseSize(flags.size), Number(flags.rounds), Number(flags.period)]
/** The most that a read may cost the primary, as a share of what it costs without standbys. */
const target = 0.2

/** Pages of 1,000 records, no refusals on a busy machine, and hardly any housekeeping, which the primary pays for. */
const limits = { maxLimit: '1000', maxDelay: '5s', foldInterval: '1m', releaseInterval: '1m' }
const path = `/ws/rest/${Contact}`
const questions = [
  { name: 'read by id, 64 at once', connections: 64, ask: () => `${path}/${1 + Math.floor(Math.random() * size)}` },
  {
    name: 'read by id, one at a time',
    connections: 1,
    isAlone: true,
    ask: () => `${path}/${1 + Math.floor(Math.random() * size)}`,
  },
  { name: 'page of 40 with total, 16 at once', connections: 16, ask: () => `${path}?limit=40&offset=${anyOffset()}` },
  { name: 'page of an export (1,000), 4 at once', connections: 4, ask: () => `${path}?limit=1000` },
] as const

const primary = await Cluster.start({ durable: true, settings: ['shared_buffers=256MB'] })
await migrate(primary.urlOf('postgres'))
await fill()
const standby = await primary.startStandby()
const hosts = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`
const sides: readonly { readonly from: 'primary' | 'standby'; readonly service: ServiceProcess }[] = [
  { from: 'primary', service: await startProcess(hosts, { readFrom: 'primary', ...limits }) },
  { from: 'standby', service: await startProcess(hosts, { readFrom: 'standby', ...limits }) },
]
const client: Client = await loggedIn(sides[0]?.service ?? { url: '' })
try {
  console.error(`${showSize(size)} contacts, ${rounds} rounds`)
  const rows = [['processor time of the primary a read', 'primary', 'standby', 'ratio', 'target', 'from the standby']]
  let isReached = true
  for (const question of questions) {
    const costs = { primary: [] as number[], standby: [] as number[] }
    const ratios: number[] = []
    let share = 0
    for (let round = 0; round <= rounds; round++) {
      const seen = new Map<string, Measured>()
      for (const side of round % 2 === 0 ? sides : sides.toReversed())
        seen.set(side.from, await measure(side, question))
      const [own, base] = [seen.get('standby'), seen.get('primary')]
      if (round === 0 || !own || !base) continue
      costs.standby.push(own.cost)
      costs.primary.push(base.cost)
      ratios.push(own.cost / base.cost)
      share += own.share / rounds
    }
    const ratio = median(ratios)
    // A read that shares its question for the position with no other is not what standbys are for.
    const hasTarget = !('isAlone' in question)
    isReached &&= !hasTarget || ratio <= target
    const show = (cost: number) => `${(cost * 1_000).toFixed(0)} µs`
    const shown = [
      show(median(costs.primary)),
      show(median(costs.standby)),
      ratio.toFixed(2),
      hasTarget ? `<= ${target}` : '',
    ]
    rows.push([question.name, ...shown, `${(share * 100).toFixed(0)} %`])
  }
  console.log(showTable(rows))
  process.exitCode = isReached ? 0 : 1
} finally {
  client.close()
  for (const { service } of sides) await service.stop()
  await Promise.all([standby.stop(), primary.stop()])
}

interface Measured {
  /** Milliseconds of the primary a read. */
  readonly cost: number
  /** Which part of the reads the standby answered. */
  readonly share: number
}

/** Reads for a while on all connections, one request after the other on each. */
async function measure(
  { service }: { readonly service: ServiceProcess },
  { connections, ask }: { readonly connections: number; ask(): string },
): Promise<Measured> {
  const clients = await Promise.all(Array.from({ length: connections }, () => LeanClient.open(service.url)))
  const before = { cpu: await primary.cpuTime(), standby: await countStandby(service) }
  const end = performance.now() + period
  let count = 0
  await Promise.all(
    clients.map(async (one) => {
      while (performance.now() < end) {
        const status = await one.send(toGet(ask(), client.cookie ?? ''))
        if (status !== 200) throw new Error(`HTTP ${status}`)
        count += 1
      }
    }),
  )
  for (const one of clients) one.close()
  const cost = ((await primary.cpuTime()) - before.cpu) / count
  return { cost, share: ((await countStandby(service)) - before.standby) / count }
}

async function countStandby(service: ServiceProcess): Promise<number> {
  return (await scrape(service)).get('tabularium_reads_total{role="standby"}') ?? 0
}

function anyOffset(): number {
  return Math.floor((Math.random() * size) / 40) * 40
}

async function fill(): Promise<void> {
  const table = 'record.com_example_contacts_contact'
  await primary.query(
    `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by, first_name, last_name, status)
    select n, 0, now(), 1, now(), 1, 'First' || n, 'Last' || n % 1000, 'lead' from generate_series(1, ${size}) as n`,
  )
  await primary.query(`select setval('${table}_ids', ${size})`)
  const model = (await loadModels(contactsFolder)).get(Contact)
  await primary.query(countRecords(model).toText())
  await primary.query(`vacuum (analyze) ${table}`)
  await primary.query('checkpoint')
}
