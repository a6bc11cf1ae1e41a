import { Client } from '../harness/client.ts'
import { contactsFolder, runTabularium } from '../harness/commandLine.ts'
import { pause, until } from '../harness/poll.ts'
import { FaultLoad } from './FaultLoad.ts'
import type { Fault } from './faults.ts'
import { judge, type Verdict } from './judge.ts'
import { type Figures, longestGap, measure, toSeconds } from './measure.ts'
import type { PatroniCluster } from './PatroniCluster.ts'
import { Probe } from './Probe.ts'
import { findDifferentHosts, readBooks } from './readBooks.ts'
import type { Service } from './Services.ts'

export interface FaultOptions {
  readonly cluster: PatroniCluster
  readonly services: readonly Service[]
  readonly databaseUrl: string
  readonly random: () => number
  readonly rate: number
  /** How long the load goes on undisturbed before a fault and after it, in milliseconds. */
  readonly calm: number
  /** Whether `doctor` looks at the database afterwards. */
  readonly diagnosed: boolean
  /** Differs for every run. */
  readonly name: string
}

/** What one run of a fault showed. */
export interface Run {
  readonly fault: Fault
  readonly figures: Figures
  readonly verdict: Verdict
  /** The longest time without a write on the cluster itself, in seconds. */
  readonly bareGap: number
  readonly from: string
  readonly to: string
  /** What must not be: empty after a good run. */
  readonly problems: readonly string[]
}

/**
 * Runs a fault under load, ends it, waits until all hosts are members of the cluster again, and compares everything
 * that the service said with what is in the database.
 */
export async function runFault(fault: Fault, options: FaultOptions): Promise<Run> {
  const { cluster, services, random, rate, calm, name } = options
  await cluster.whole()
  const clients = await Promise.all(services.map(({ url }) => login(url)))
  const load = new FaultLoad({ name, clients, random, rate })
  await load.prepare()
  const probe = new Probe(cluster.hosts)
  const running = [load.run(), probe.run()]
  await pause(calm)
  const primary = await cluster.requirePrimary()
  const from = performance.now()
  const end = await fault.begin({ cluster, primary, services, random })
  if (fault.lasts === 'writes') await writesAgain(load, calm)
  else await pause(fault.lasts)
  const to = performance.now()
  await end()
  const over = performance.now()
  await writesAgain(load, calm)
  await cluster.whole()
  await pause(calm / 3)
  load.stop()
  probe.stop()
  await Promise.all(running)
  for (const client of clients) client.close()
  const now = await cluster.requirePrimary()
  const [differentHosts, books, diagnosis] = await Promise.all([
    findDifferentHosts(cluster),
    readBooks(cluster, now, name),
    options.diagnosed ? diagnose(options) : [],
  ])
  const verdict = judge(load.history, books)
  return {
    fault,
    figures: measure(load.attempts, { from, to, over }),
    verdict,
    bareGap: toSeconds(longestGap(probe.acknowledged).length),
    from: primary.name,
    to: now.name,
    problems: [
      ...(fault.twoPrimaries ? [] : verdict.answers),
      ...verdict.lost,
      ...verdict.doubled,
      ...verdict.falselyRefused,
      ...verdict.journal,
      ...load.odd,
      ...differentHosts.map((host) => `${host} has other rows than the first host`),
      ...diagnosis,
    ],
  }
}

/** Waits until writes are acknowledged that were sent from now on, and a little longer. */
async function writesAgain(load: FaultLoad, calm: number): Promise<void> {
  const since = performance.now()
  const acknowledged = () => load.attempts.some(({ write, status, start }) => write && status === 200 && start > since)
  await until('writes are acknowledged again', acknowledged, { within: 120_000, every: 100 })
  await pause(calm)
}

async function login(url: string): Promise<Client> {
  const client = new Client(url, 256)
  await until('the login succeeds', async () => (await client.login()).status === 200, { within: 60_000, every: 500 })
  return client
}

/** Counts, sequences and the whole journal, as `doctor` sees them. Advice about searches is no problem here. */
async function diagnose({ databaseUrl }: FaultOptions): Promise<string[]> {
  const args = ['doctor', '--recount', '--journal', '--json', '--models', contactsFolder]
  const output = await runTabularium(args, { DATABASE_URL: databaseUrl }).catch(String)
  const start = output.indexOf('{')
  const report = start < 0 ? undefined : (JSON.parse(output.slice(start)) as { findings?: { check: string }[] })
  if (!report?.findings) return [`doctor: ${output.slice(0, 500)}`]
  return report.findings
    .filter(({ check }) => ['counts', 'journal', 'sequences', 'series'].includes(check))
    .map((finding) => `doctor: ${JSON.stringify(finding)}`)
}
