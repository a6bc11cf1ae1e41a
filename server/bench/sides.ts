import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomFrom } from '../test/harness/random.ts'
import { showSize } from './figures.ts'
import { describeRun } from './sides/describeRun.ts'
import { BenchDatabase } from './sides/BenchDatabase.ts'
import { LoadClient } from './sides/LoadClient.ts'
import { measureRounds } from './sides/measure.ts'
import { help, type Options, readOptions } from './sides/options.ts'
import { showReport } from './sides/showReport.ts'
import type { Side } from './sides/Side.ts'
import { startSides } from './sides/startSides.ts'
import { toChart } from './sides/toChart.ts'
import { toReport } from './sides/toReport.ts'

// Tabularium beside the engine it stands on: `npm run bench`, and with --help what it takes. Ends with 1 where a must
// is missed.

const args = process.argv.slice(2)
const options = tryToRead()
if (options) await bench(options)

/** Undefined where there is nothing to measure, after having said why. */
function tryToRead(): Options | undefined {
  try {
    const read = readOptions(args)
    if (!read) console.log(help)
    return read
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    console.error(`${error.message} npm run bench -- --help tells what there is.`)
    process.exitCode = 2
    return undefined
  }
}

async function bench(options: Options): Promise<void> {
  const tell = (line: string) => console.error(line)
  tell(`filling a table with ${showSize(options.records)} records …`)
  const ground = await BenchDatabase.prepare(options)
  const client = new LoadClient()
  const sides: Side[] = []
  try {
    for await (const side of startSides(options.sides, { ground, client, random: randomFrom(1), tell }))
      sides.push(side)
    const measures = await measureRounds(sides, ground, options, tell)
    const report = toReport(measures, options, await describeRun(ground, args))
    console.log(showReport(report))
    await mkdir(options.out, { recursive: true })
    await writeFile(join(options.out, 'results.json'), `${JSON.stringify(report, null, 2)}\n`)
    await writeFile(join(options.out, 'chart.svg'), toChart(report))
    tell(`results.json and chart.svg are in ${options.out}`)
    process.exitCode = report.full && report.ratios.some(({ verdict }) => verdict === 'missed') ? 1 : 0
  } finally {
    for (const side of sides) await side.stop()
    await client.stop()
    await ground.stop()
  }
}
