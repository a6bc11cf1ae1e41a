import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { admin } from '../harness/client.ts'
import { contactsFolder, runTabularium } from '../harness/commandLine.ts'
import { randomFrom } from '../harness/random.ts'
import { faults, shortForm } from './faults.ts'
import { findSurvivors } from './findSurvivors.ts'
import { PatroniCluster } from './PatroniCluster.ts'
import { Results } from './Results.ts'
import { runFault } from './runFault.ts'
import { Service } from './Services.ts'
import { findSlow, toTable } from './toTable.ts'

/**
 * Starts a Patroni cluster and two services, runs faults under load, and ends with 1 if an acknowledged write, an
 * outcome, a journal row or a count is wrong after one. Runs inside `inNamespaces.sh`.
 *
 *   runCluster.ts              the short form
 *   runCluster.ts FAULT …      these faults
 *   runCluster.ts mutants      services that are broken on purpose: each must be noticed
 *
 * TABULARIUM_TEST_ROUNDS=3 runs every fault three times, then the mutants. With TABULARIUM_TEST_RESULTS=FILE, each run
 * is written to a file, and those that are there already count. With TABULARIUM_TEST_LOGS=FOLDER, the logs of the
 * services and of the cluster are copied there at the end.
 */
const { TABULARIUM_TEST_ROUNDS, TABULARIUM_TEST_SEED, TABULARIUM_TEST_RATE } = process.env
const { TABULARIUM_TEST_RESULTS, TABULARIUM_TEST_REPORT, TABULARIUM_TEST_LOGS } = process.env
const asked = process.argv.slice(2).filter((name) => name !== 'mutants')
const rounds = Number(TABULARIUM_TEST_ROUNDS ?? 1)
const seed = Number(TABULARIUM_TEST_SEED ?? Date.now() % 1_000_000)
const random = randomFrom(seed)
const long = TABULARIUM_TEST_ROUNDS !== undefined
const rate = Number(TABULARIUM_TEST_RATE ?? (long ? 100 : 50))
const withMutants = process.argv.includes('mutants') || (long && asked.length === 0)
const onlyMutants = process.argv.includes('mutants') && asked.length === 0
const unknown = asked.filter((name) => !faults.some((fault) => fault.name === name))
if (unknown.length > 0)
  throw new Error(`There is no fault ${unknown.join(', ')}. Known: ${faults.map((f) => f.name).join(', ')}`)
const usual = long ? faults.map(({ name }) => name) : shortForm
const names = onlyMutants ? [] : asked.length > 0 ? asked : usual
const chosen = faults.filter(({ name }) => names.includes(name))

const results = new Results(TABULARIUM_TEST_RESULTS)
/** Runs that could not be brought to their end. */
const broken: string[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    report()
    process.exit(130)
  })
const began = performance.now()
const say = (text: string) => console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${text}`)

say(`starting a cluster of three hosts (seed ${seed}, ${rate} requests a second)`)
const cluster = await PatroniCluster.start()
const primary = await cluster.requirePrimary()
for (const statement of [
  `create role records login password 'choose-one'`,
  'create database records owner records',
  `create role probe login password 'choose-one' connection limit 10`,
  'create database probe owner probe',
])
  await cluster.query(primary, statement, [], 'postgres')
const probeTable = 'create table probe (written_on timestamptz default now()); alter table probe owner to probe'
await cluster.query(primary, probeTable, [], 'probe')
/** One service knows all hosts, the other goes through HAProxy. */
const databaseUrl = 'postgres://records:choose-one@10.0.0.1:5432,10.0.0.2:5432,10.0.0.3:5432/records'
const urls = [databaseUrl, 'postgres://records:choose-one@127.0.0.1:5000/records']
const env = { DATABASE_URL: databaseUrl }
await runTabularium(['migrate', 'apply', '--models', contactsFolder], env)
const services = urls.map((url, index) => new Service(8101 + 10 * index, url))
await Promise.all([
  runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password),
  ...services.map((service) => service.start()),
])
say('two services with two workers each are ready')

const common = { cluster, services, databaseUrl, random, rate, calm: long ? 3_000 : 1_000, diagnosed: true }
for (let round = 0; round < rounds; round++)
  for (const fault of chosen) {
    if (results.countOf(fault) > round) continue
    // What is wrong after a fault is still wrong at the end: the short form asks once.
    const diagnosed = long || fault === chosen.at(-1)
    const options = { ...common, diagnosed, name: `${fault.name}-${round}` }
    const run = await runFault(fault, options).catch((error: unknown) => {
      say(`${fault.name}: NOT COMPLETED; ${String(error)}`)
      broken.push(fault.name)
    })
    if (!run) continue
    results.add(run)
    const { figures, problems, bareGap, from, to } = run
    const { writeGap, acknowledged, failed, requests, reasons } = figures
    const gaps = `${from} → ${to}, gap ${writeGap} s (cluster ${bareGap} s)`
    const counts = `${acknowledged} writes, ${failed} of ${requests} requests failed`
    say(`${fault.name}: ${problems.length === 0 ? 'good' : 'WRONG'}; ${gaps}, ${counts}`)
    for (const [reason, count] of reasons) console.log(`        ${count} × ${reason}`)
    for (const problem of problems.slice(0, 10)) console.log(`        ${problem}`)
  }
for (const service of services) await service.stop()
const survivors = withMutants ? await findSurvivors({ ...common, urls, say }) : []

const bad = report()
if (TABULARIUM_TEST_LOGS) copyLogs(TABULARIUM_TEST_LOGS)
if (survivors.length > 0) say(`not noticed: ${survivors.join(', ')}`)
process.exit(bad + survivors.length > 0 ? 1 : 0)

/** Prints the table of the runs so far, and returns how many were bad. */
function report(): number {
  const { runs } = results
  const bad = runs.filter(({ problems }) => problems.length > 0).length + broken.length
  const counts = { numPassedTests: runs.length + broken.length - bad, numFailedTests: bad }
  if (TABULARIUM_TEST_REPORT) writeFileSync(TABULARIUM_TEST_REPORT, JSON.stringify(counts))
  if (runs.length === 0) return bad
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 3).join(' ')
  const writes = runs.reduce((sum, { figures }) => sum + figures.acknowledged, 0)
  console.log(`\n${toTable(runs)}\n`)
  say(`${runs.length} faults, ${writes} acknowledged writes, ${bad} runs with problems; load average ${load}`)
  for (const slow of findSlow(runs)) console.log(`        ${slow}`)
  return bad
}

function copyLogs(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync('/mnt').filter((name) => name.endsWith('.log')))
    cpSync(join('/mnt', file), join(folder, file))
}
