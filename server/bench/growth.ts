import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { Cluster } from '../test/harness/Cluster.ts'
import { readSize, showSize } from './figures.ts'
import { measure } from './measure.ts'
import { showMachine, toReport } from './report.ts'
import { BenchService } from './BenchService.ts'

// What the growth of a table costs, and what the journal costs: `npm run bench:growth`, with --sizes 10k,1M,10M
// --rounds 15 --json FILE. It takes a PostgreSQL of its own, or the server of DATABASE_URL, on which it makes and drops
// its databases.

const { values: flags } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,1M,10M' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
})
const sizes = flags.sizes.split(',').map(readSize)
const given = process.env.DATABASE_URL
const cluster = given ? undefined : await Cluster.start({ durable: true })
const server = given ?? cluster?.urlOf('postgres') ?? ''
const stands: BenchService[] = []
const tell = (line: string) => console.error(line)

try {
  tell(`load of the machine before: ${loadavg()[0]?.toFixed(1)}`)
  for (const size of sizes) {
    tell(`filling a table with ${showSize(size)} records …`)
    stands.push(await BenchService.build(server, size))
  }
  const measured = await measure(stands, Number(flags.rounds), tell)
  const report = toReport(measured, sizes)
  console.log(report.text)
  console.log(showMachine(measured.machine))
  if (flags.json !== undefined) await writeFile(flags.json, `${JSON.stringify(report.figures, null, 2)}\n`)
  process.exitCode = report.reached ? 0 : 1
} finally {
  for (const stand of stands) await stand.drop(server)
  await cluster?.stop()
}
