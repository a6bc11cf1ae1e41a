import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { Cluster } from '../test/harness/Cluster.ts'
import { admin } from '../test/harness/client.ts'
import { runTabularium } from '../test/harness/commandLine.ts'
import { startProcess } from '../test/harness/service.ts'
import { median, showTable, timeFixedWork } from './figures.ts'
import { aggregateRatio } from './application/aggregateRatio.ts'
import { pageRatio } from './application/pageRatio.ts'
import type { Ratio } from './application/Ratio.ts'
import { showMachine } from './report.ts'

// What declarations cost: each ratio compares two ways that take turns in one run, on a PostgreSQL of its own:
// `npm run bench:application`, with --rounds 9 --only rollup. A stalled disk or machine affects few samples: a round
// compares medians of many, and the ratio is the median of the rounds. Exits with 1 if a target is missed.

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '9' }, only: { type: 'string', default: '' } },
})
const models = fileURLToPath(new URL('./applicationModels', import.meta.url))
const ratios: readonly Ratio[] = [aggregateRatio, pageRatio]

const cluster = await Cluster.start({ durable: true, settings: ['shared_buffers=512MB', 'max_wal_size=4GB'] })
const url = cluster.urlOf('postgres')
await runTabularium(['migrate', 'apply', '--models', models], { DATABASE_URL: url })
await runTabularium(
  ['user', 'add', admin.username, '--admin', '--password-stdin'],
  { DATABASE_URL: url },
  admin.password,
)
const database = new pg.Client({ connectionString: url })
await database.connect()
const service = await startProcess(url, { models })
const machine: number[] = []
try {
  const rows = [['ratio', 'measured', 'lowest', 'highest', 'target']]
  for (const ratio of ratios.filter(({ name }) => name.includes(flags.only))) rows.push(await measure(ratio))
  console.log(showTable(rows))
  console.log(showMachine(machine))
} finally {
  await service.stop()
  await database.end()
  await cluster.stop()
}

/** One row of the table. The first round only warms up. */
async function measure(ratio: Ratio): Promise<string[]> {
  const comparison = await ratio.open({ service, database })
  const figures: number[] = []
  try {
    for (let round = 0; round <= Number(flags.rounds); round++) {
      machine.push(timeFixedWork())
      const figure = await comparison.round()
      if (round > 0) figures.push(figure)
    }
  } finally {
    comparison.close()
  }
  const reached = median(figures)
  const isMet = ratio.atMost === undefined ? reached >= (ratio.atLeast ?? 0) : reached <= ratio.atMost
  if (!isMet) process.exitCode = 1
  const target = ratio.atMost === undefined ? `at least ${ratio.atLeast}` : `at most ${ratio.atMost}`
  const shown = [reached, Math.min(...figures), Math.max(...figures)].map((figure) => figure.toFixed(2))
  return [ratio.name, ...shown, `${target}${isMet ? '' : ', MISSED'}`]
}
