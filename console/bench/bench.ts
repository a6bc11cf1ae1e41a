import { parseArgs } from 'node:util'
import { median, parseSize, timeFixedWork } from '../../server/bench/figures.ts'
import { showMachine } from '../../server/bench/report.ts'
import { isReached, type Gauge, type Measured } from './Bar.ts'
import { BenchStage } from './BenchStage.ts'
import { board } from './board.ts'
import { deepPage } from './deepPage.ts'
import { firstRow } from './firstRow.ts'
import { packages } from './packages.ts'
import { showReport } from './showReport.ts'
import { screens } from './screens.ts'
import { sizes } from './sizes.ts'
import { keys } from './tasks.ts'
import { work } from './work.ts'

// Measures the console in a real browser: `npm run bench:console`, with --records 10k for a first look, --rounds N, and
// --only sizes,keys. It builds the console and starts its own PostgreSQL. Exits with 1 if a bar is missed.

const gauges: readonly Gauge[] = [sizes, firstRow, deepPage, work, keys, board, screens, packages]

const { values: flags } = parseArgs({
  options: {
    records: { type: 'string', default: '1M' },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
  },
})
const chosen = gauges.filter(({ name }) => flags.only === '' || flags.only.split(',').includes(name))
if (chosen.length === 0) throw new Error(`--only takes ${gauges.map(({ name }) => name).join(', ')}.`)

const stage = await BenchStage.start({ records: parseSize(flags.records), rounds: Number(flags.rounds) })
const machine: number[] = []
try {
  const measured: Measured[] = []
  for (const gauge of chosen) {
    console.error(`${gauge.name} …`)
    machine.push(median([timeFixedWork(), timeFixedWork(), timeFixedWork()]))
    const figures = await tryToMeasure(gauge)
    // What was measured so far is not lost if a later gauge ends the program.
    console.error(showReport(figures, []))
    measured.push(...figures)
  }
  console.log(`${showReport(measured, stage.notes)}\n\n${showMachine(machine)}`)
  process.exitCode = measured.every(isReached) ? 0 : 1
} finally {
  await stage.stop()
}

/** What can't be measured is a bar that is missed, and the other bars are measured all the same. */
async function tryToMeasure({ name, bars, measure }: Gauge): Promise<Measured[]> {
  const figures = await measure(stage).catch((error: unknown) => {
    stage.notes.push(`${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`)
    return []
  })
  return bars.map((bar, n) => ({ bar, figure: figures[n] ?? Number.NaN }))
}
