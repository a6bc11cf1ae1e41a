import { runSuite } from './suite.ts'

// Runs the suite on Node, Deno or Bun: `main.js '{"url": …}'`. The last line of its output is the outcome as JSON.
const setup = JSON.parse(process.argv[2] ?? '{}')
const outcome = await runSuite({ ...setup, isPage: false })
console.log(JSON.stringify(outcome))
process.exitCode = outcome.failed.length === 0 ? 0 : 1
