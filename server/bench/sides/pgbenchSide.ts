import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '../../test/harness/binaries.ts'
import { until } from '../../test/harness/poll.ts'
import { type BenchDatabase, table } from './BenchDatabase.ts'
import type { LoadResult } from './Load.ts'
import { pgbenchScripts } from './pgbenchScripts.ts'
import { lastPage } from './requests.ts'
import { type Asked, type Prepared, type Side, sideNames } from './Side.ts'
import { Tally } from './Tally.ts'
import { tokenOf } from './tokens.ts'
import { works } from './Work.ts'

/** The share of latencies that is logged with many connections: logging all would distort the measurement. */
const notedShare = 0.1
/** Below a second pgbench counts by transactions. */
const fewTransactions = 25
const mostOwnRecords = 500

/** PostgreSQL alone, measured by its own tool with prepared statements. */
export function pgbenchSide(database: BenchDatabase): Side {
  const updates = new UpdateRange(database)
  return {
    name: sideNames.pgbench,
    works,
    pids: [],
    clientPid: undefined,
    prepare: async (asked) =>
      asked.work === 'update'
        ? prepareUpdate(database, asked, updates)
        : { run: () => runPgbench(database, asked, {}) },
    stop: () => Promise.resolve(),
  }
}

/** An update with a stale version changes nothing and is fast: so the changes are counted. */
async function prepareUpdate(database: BenchDatabase, asked: Asked, updates: UpdateRange): Promise<Prepared> {
  const range = await updates.take(asked.connections)
  const before = await updates.sum()
  let transactions = 0
  return {
    run: async () => {
      const result = await runPgbench(database, asked, { ...range, turn: -1 })
      transactions = result.transactions
      return result
    },
    verify: async () => {
      const updated = (await updates.sum()) - before
      if (updated !== transactions) throw new Error(`pgbench changed ${updated} versions in ${transactions} updates.`)
    },
  }
}

/** Distributes records of the lower half that are at version 0. */
class UpdateRange {
  readonly #database: BenchDatabase
  readonly #half: number
  #first = 0

  constructor(database: BenchDatabase) {
    this.#database = database
    this.#half = Math.floor(database.size.records / 2)
  }

  async take(connections: number): Promise<Record<string, number>> {
    const share = Math.max(1, Math.min(mostOwnRecords, Math.floor(this.#half / connections)))
    if (this.#first + share * connections > this.#half) await this.#reset()
    const range = { first: this.#first, share, half: this.#half }
    this.#first += share * connections
    return range
  }

  async sum(): Promise<number> {
    const { rows } = await this.#database.connection.query<{ sum: string }>(
      `select sum(version) as sum from ${table} where id <= ${this.#half}`,
    )
    return Number(rows[0]?.sum)
  }

  async #reset(): Promise<void> {
    await this.#database.connection.query(`update ${table} set version = 0 where id <= ${this.#half} and version <> 0`)
    await this.#database.connection.query(`vacuum ${table}`)
    this.#first = 0
  }
}

async function runPgbench(
  database: BenchDatabase,
  { work, connections, seconds, within }: Asked,
  variables: Readonly<Record<string, number>>,
): Promise<LoadResult & { transactions: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'tabularium-pgbench-'))
  try {
    const script = join(folder, 'script.sql')
    await writeFile(script, `${pgbenchScripts[work]}\n`)
    const { records } = database.size
    const given = { records, hash: hashOf(tokenOf(1)), pages: lastPage(records), ...variables }
    const flags = {
      '-M': 'prepared',
      '-h': '127.0.0.1',
      '-p': database.cluster.port,
      '-U': 'postgres',
      '-f': script,
      '-c': connections,
      '-j': Math.min(connections, availableParallelism()),
      ...(seconds < 1 ? { '-t': fewTransactions } : { '-T': Math.round(seconds) }),
      '--log-prefix': join(folder, 'log'),
      '--sampling-rate': connections === 1 || seconds < 1 ? 1 : notedShare,
    }
    const args = [
      '--no-vacuum',
      '--log',
      ...Object.entries(flags).flatMap(([flag, value]) => [flag, `${value}`]),
      ...Object.entries(given).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      'postgres',
    ]
    const output = await runWithin(args, within, database)
    const [p50 = 0, p99 = 0] = (await readLatencies(folder)).percentiles(0.5, 0.99)
    return { rate: figureIn(output, /^tps = ([\d.]+)/m), p50, p99, errors: 0, transactions: transactionsIn(output) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const run = promisify(execFile)

/** Its connections may still be busy when it is stopped: the next run waits until they are closed. */
async function runWithin(args: readonly string[], within: number, database: BenchDatabase): Promise<string> {
  try {
    const { stdout } = await run(findPgbench(), args, { timeout: within, killSignal: 'SIGKILL', env: { LC_ALL: 'C' } })
    return stdout
  } catch (error) {
    await until('the connections of pgbench are closed', () => hasNoClients(database), { within: 60_000 })
    const isStalled = error instanceof Error && 'killed' in error && error.killed === true
    throw isStalled ? new Error(`pgbench stalled and was ended after ${(within / 1_000).toFixed(1)} s`) : error
  }
}

async function hasNoClients({ connection }: BenchDatabase): Promise<boolean> {
  const { rows } = await connection.query("select from pg_stat_activity where application_name = 'pgbench'")
  return rows.length === 0
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function findPgbench(): string {
  const path = join(findBinaries(), 'pgbench')
  if (!existsSync(path))
    throw new Error('The benchmark needs pgbench: install the package postgresql or postgresql-contrib.')
  return path
}

/** Each line of its logs is a transaction: client, number, microseconds, … */
async function readLatencies(folder: string): Promise<Tally> {
  const tally = new Tally()
  for (const file of (await readdir(folder)).filter((name) => name.startsWith('log')))
    for (const line of (await readFile(join(folder, file), 'utf8')).trim().split('\n'))
      if (line !== '') tally.add(Number(line.split(' ')[2]) / 1_000)
  return tally
}

function transactionsIn(output: string): number {
  return figureIn(output, /^number of transactions actually processed: (\d+)/m)
}

function figureIn(output: string, pattern: RegExp): number {
  const [, figure] = pattern.exec(output) ?? []
  if (figure === undefined) throw new Error(`pgbench said something else than expected: ${output}`)
  return Number(figure)
}
