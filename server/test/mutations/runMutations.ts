import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Cluster } from '../harness/Cluster.ts'
import { Copy, type Selection } from './Copy.ts'
import { type Mutant, mutants } from './mutants.ts'

// Takes guarantees out, one at a time, in copies of the tree, and sees whether a test fails: `npm run test:mutations`,
// with --only 12 for one attack and --only checks.test.ts for one test file, or several with commas. The tests must
// pass as long as nothing is taken out. Ends with 1 where a mutant survives.

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, lanes: { type: 'string', default: '2' } } })
const chosen = mutants.filter(({ suite }) => flags.only === undefined || flags.only.split(',').includes(suite))
const start = performance.now()
const cluster = await Cluster.start({ durable: false })
const failures: string[] = []
try {
  const copies: Copy[] = []
  for (let n = 0; n < Number(flags.lanes); n++) copies.push(await Copy.make(cluster.urlOf('postgres')))
  const suites = [...new Set(chosen.map(({ suite }) => suite))].map(jobsOf)
  for (const jobs of [suites.map(({ first }) => first), suites.flatMap(({ rest }) => rest)])
    await Promise.all(copies.map((copy) => workOff(copy, jobs)))
  for (const copy of copies) await copy.remove()
} finally {
  await cluster.stop()
}
const took = `${((performance.now() - start) / 1_000).toFixed(0)} s`
console.log(`${chosen.length} mutants, ${chosen.length - failures.length} killed, ${failures.length} not; ${took}`)
for (const failure of failures) console.log(`NOT KILLED ${failure}`)
process.exitCode = failures.length === 0 ? 0 : 1

type Job = (copy: Copy) => Promise<void>

/** First a run without any mutant: a test that fails anyway proves nothing. */
function jobsOf(suite: string): { first: Job; rest: Job[] } {
  const own = chosen.filter((mutant) => mutant.suite === suite)
  let isSound = false
  return {
    first: async (copy) => {
      const { passed, failed, output } = await copy.run(selectionOf(suite, own.map(({ tests }) => tests).join('|')))
      isSound = passed > 0 && failed === 0
      if (!isSound) console.log(output)
    },
    rest: own.map((mutant) => async (copy) => {
      if (isSound) await tryMutant(mutant, copy)
      else fail(mutant, 'its tests fail without it')
    }),
  }
}

async function tryMutant(mutant: Mutant, copy: Copy): Promise<void> {
  const { suite, name, file, from, to, tests } = mutant
  const { passed, failed } = await copy.changed(file, from, to, () => copy.run(selectionOf(suite, tests)))
  if (failed > 0) console.log(`killed  ${suite}: ${name} (${failed} of ${passed + failed} tests)`)
  else fail(mutant, passed > 0 ? 'it survived' : 'the tests could not begin')
}

/** Tests that take minutes, and those that measure time, are in other projects. */
function selectionOf(suite: string, tests: string): Selection {
  const folder = fileURLToPath(import.meta.resolve('..'))
  const names = globSync(suite.endsWith('.test.ts') ? suite : `attacks/${suite}-*.test.ts`, { cwd: folder })
  if (names.length === 0) throw new Error(`There is no test ${suite} in server/test.`)
  if (suite.startsWith('../src/'))
    return { project: 'pure', files: names.map((name) => name.replace('..', 'server')), tests }
  if (suite.startsWith('repository/'))
    return { project: 'pure', files: names.map((name) => `server/test/${name}`), tests }
  const isAlone = names.some((name) => name.endsWith('.alone.test.ts'))
  const others = names.some((name) => name.startsWith('endurance/')) ? 'endurance' : 'service'
  return { project: isAlone ? 'alone' : others, files: names.map((name) => `server/test/${name}`), tests }
}

function fail({ suite, name }: Mutant, why: string): void {
  failures.push(`${suite}: ${name} (${why})`)
  console.log(`FAILED  ${suite}: ${name} (${why})`)
}

async function workOff(copy: Copy, jobs: Job[]): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) await job(copy)
}
