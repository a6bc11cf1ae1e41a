import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Cluster } from '../test/harness/Cluster.ts'
import { parseSize, showSize } from './figures.ts'
import { measure } from './measure.ts'
import { showMachine, toReport } from './report.ts'
import { BenchService } from './BenchService.ts'

// Measures the cost of a growing table and of the journal: `npm run bench:growth`, with --sizes 10k,1M,10M --rounds 15
// --json FILE. It starts its own PostgreSQL, or uses the server of DATABASE_URL, on which it creates and drops its
// databases.

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,1M,10M' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
})
const sizes = flags.sizes.split(',').map(parseSize)
const given = process.env.DATABASE_URL
const cluster = given ? undefined : await Cluster.start({ durable: true })
const server = given ?? cluster?.urlOf('postgres') ?? ''
const services: BenchService[] = []
const progress = (line: string) => console.error(line)

try {
  progress(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
  for (const size of sizes) {
    progress(`filling a table with ${showSize(size)} records …`)
    services.push(await BenchService.build(server, size))
  }
  const measured = await measure(services, Number(flags.rounds), progress)
  const report = toReport(measured, sizes)
  console.log(report.text)
  console.log(showMachine(measured.machine))
  if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify(report.figures, null, 2)}\n`)
  process.exitCode = report.reached ? 0 : 1
} finally {
  for (const bench of services) await bench.drop(server)
  await cluster?.stop()
}
