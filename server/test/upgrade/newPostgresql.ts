import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { findEmbedded } from '../harness/binaries.ts'
import { Cluster, findFreePort } from '../harness/Cluster.ts'
import { contactsFolder, runTabularium } from '../harness/commandLine.ts'
import { migrate } from '../harness/globalSetup.ts'
import { until } from '../harness/poll.ts'
import { manyLoggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { Writers } from './Writers.ts'

// Moves a service under load from the PostgreSQL of the system to that of the demo's package, which is newer, with the
// commands of docs/how-to/operation/upgrade.md themselves: `npm run test:postgresql`, with --writes 1000. Ends with 1
// if an acknowledged write is missing, a sequence is behind, or writes pause for more than 10 s.

const { values: flags } = parseArgs({ options: { writes: { type: 'string', default: '1000' } } })
const writes = Number(flags.writes)
const maxPause = 10_000
const binaries = findEmbedded()
if (binaries === undefined) throw new Error('The package of the newer PostgreSQL is not installed: run npm ci.')
const settings = ['wal_level=logical', 'fsync=off']
const old = await Cluster.start({ durable: true, settings })
const next = await Cluster.start({ durable: true, settings, binaries })
const port = `${await findFreePort()}`
let service: ServiceProcess | undefined

try {
  const versions = await Promise.all([old, next].map((cluster) => cluster.query<Version>('show server_version')))
  console.log(`from ${versions.map(([row]) => row?.server_version).join(' to ')}`)
  await migrate(old.urlOf('postgres'))
  service = await startProcess(old.urlOf('postgres'), { port })
  const writers = new Writers(await manyLoggedIn(service, 8))
  const writing = writers.run()
  await until('there are writes', () => writers.count >= writes / 4, { within: 600_000 })
  const [prepare = '', wait = '', switchOver = '', after = ''] = readCommands()
  await time('the schema is copied, and rows are replicated', () => runShell(prepare))
  await time('all rows are there', () => runShell(wait))
  await until('there are more writes', () => writers.count >= writes / 2, { within: 600_000 })
  await time('the service has stopped', () => service?.stop())
  await time('the new server has everything, and its sequences', () => runShell(switchOver))
  service = await startProcess(next.urlOf('postgres'), { port })
  await until('there are writes on the new server', () => writers.count >= writes, { within: 600_000 })
  writers.stop()
  await writing
  await time('the old server lets go', () => runShell(after))
  const missing = await writers.findMissing(next)
  const env = { DATABASE_URL: next.urlOf('postgres') }
  const checked = await runTabularium(['doctor', '--recount', '--journal', '--models', contactsFolder], env)
  console.log(checked.trim().split('\n').at(-1))
  console.log(`${writers.count} acknowledged writes, ${missing.length} missing, ${writers.refused} refused`)
  console.log(`longest time without a write: ${(writers.longestPause / 1_000).toFixed(1)} s`)
  process.exitCode = missing.length === 0 && writers.longestPause <= maxPause ? 0 : 1
} finally {
  await service?.stop()
  await Promise.all([old.stop(), next.stop()])
}

interface Version {
  readonly server_version: string
}

/** The commands of the page, block by block. The first one names the servers, and is replaced. */
function readCommands(): string[] {
  const page = readFileSync(fileURLToPath(import.meta.resolve('../../../docs/how-to/operation/upgrade.md')), 'utf8')
  const [, section = ''] = /^## A newer PostgreSQL\n([^]*?)(?=^## )/m.exec(page) ?? []
  const indented = Array.from(section.matchAll(/^ *```sh\n([^]*?)^ *```/gm), ([, block = '']) => block)
  const blocks = indented.map((block) => block.replaceAll(/^ {3}/gm, ''))
  return blocks.filter((block) => block.includes('psql') && !block.includes('export OLD='))
}

async function runShell(commands: string): Promise<void> {
  const env = { ...process.env, OLD: old.urlOf('postgres'), NEW: next.urlOf('postgres') }
  await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', commands], { env })
}

async function time(what: string, work: () => Promise<void> | undefined): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
}
