import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomFrom } from '../test/harness/random.ts'
import { showSize } from './figures.ts'
import { describeRun } from './sides/describeRun.ts'
import { BenchDatabase } from './sides/BenchDatabase.ts'
import { LoadClient } from './sides/LoadClient.ts'
import { measureRounds } from './sides/measure.ts'
import { help, type Options, parseOptions } from './sides/options.ts'
import { showReport } from './sides/showReport.ts'
import type { Side } from './sides/Side.ts'
import { startSides } from './sides/startSides.ts'
import { toChart } from './sides/toChart.ts'
import { toReport } from './sides/toReport.ts'

// Compares Tabularium with PostgreSQL and other services: `npm run bench`; --help lists the options. Exits with 1 if a
// required target is missed.

const args = process.argv.slice(2)
const options = tryToParse()
if (options) await bench(options)

/** Undefined if there is nothing to measure; then the reason has been printed. */
function tryToParse(): Options | undefined {
  try {
    const parsed = parseOptions(args)
    if (!parsed) console.log(help)
    return parsed
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(`${error.message} Run npm run bench -- --help for a list.`)
    process.exitCode = 2
    return undefined
  }
}

async function bench(options: Options): Promise<void> {
  const progress = (line: string) => console.error(line)
  progress(`filling a table with ${showSize(options.records)} records …`)
  const database = await BenchDatabase.prepare(options)
  const client = new LoadClient()
  const sides: Side[] = []
  try {
    for await (const side of startSides(options.sides, { database, client, random: randomFrom(1), progress }))
      sides.push(side)
    const measures = await measureRounds(sides, database, options, progress)
    const report = toReport(measures, options, await describeRun(database, args))
    console.log(showReport(report))
    await mkdir(options.out, { recursive: true })
    await writeFile(join(options.out, 'results.json'), `${JSON.stringify(report, null, 2)}\n`)
    await writeFile(join(options.out, 'chart.svg'), toChart(report))
    progress(`results.json and chart.svg are in ${options.out}`)
    process.exitCode = report.full && report.ratios.some(({ verdict }) => verdict === 'missed') ? 1 : 0
  } finally {
    for (const side of sides) await side.stop()
    await client.stop()
    await database.stop()
  }
}
