import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { Cluster } from '../test/harness/Cluster.ts'
import { admin } from '../test/harness/client.ts'
import { runTabularium } from '../test/harness/commandLine.ts'
import { startProcess } from '../test/harness/service.ts'
import { type Measured, measureRatio } from './application/measureRatio.ts'
import { help, type Options, parseOptions } from './application/options.ts'
import { showMeasured } from './application/showMeasured.ts'

// Measures what declarations cost: `npm run bench:application`; --help lists the options. Each ratio compares two ways
// that take turns in one run, on a PostgreSQL of its own. A stalled disk or machine affects few samples: a round
// compares medians of many, and the ratio is the median of the rounds. Exits with 1 if a target is missed.

const options = tryToParse()
if (options) await bench(options)

/** Undefined if there is nothing to measure; then the reason has been printed. */
function tryToParse(): Options | undefined {
  try {
    const parsed = parseOptions(process.argv.slice(2))
    if (!parsed) console.log(help)
    return parsed
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(`${error.message} Run npm run bench:application -- --help for a list.`)
    process.exitCode = 2
    return undefined
  }
}

async function bench({ records, rounds, ratios }: Options): Promise<void> {
  const cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=512MB', 'max_wal_size=4GB'] })
  try {
    const url = cluster.urlOf('postgres')
    const models = fileURLToPath(new URL('./applicationModels', import.meta.url))
    const env = { DATABASE_URL: url }
    await runTabularium(['migrate', 'apply', '--models', models], env)
    await runTabularium(['user', 'add', admin.username, '--admin', '--password-stdin'], env, admin.password)
    const measured = await measureAll(url, models, { records, rounds, ratios })
    console.log(showMeasured(measured, records))
    process.exitCode = measured.every(({ isMet }) => isMet) ? 0 : 1
  } finally {
    await cluster.stop()
  }
}

async function measureAll(url: string, models: string, { records, rounds, ratios }: Options): Promise<Measured[]> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  const service = await startProcess(url, { models })
  const measured: Measured[] = []
  try {
    for (const ratio of ratios) {
      console.error(`${ratio.name}: ${ratio.describe(records)} …`)
      const comparison = await ratio.open({ service, database, records })
      measured.push(await measureRatio(ratio, comparison, { rounds }).finally(() => comparison.close()))
    }
    return measured
  } finally {
    await service.stop()
    await database.end()
  }
}
