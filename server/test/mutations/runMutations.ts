import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Cluster } from '../harness/Cluster.ts'
import { Copy, type Selection } from './Copy.ts'
import { type Mutant, mutants } from './mutants.ts'

// Takes defences out, one at a time, in copies of the tree, and sees whether the test of the attack fails: `npm run
// test:mutations`, with --only 12 for one attack. The tests must pass as long as nothing is taken out. Ends with 1
// where a mutant survives.

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, lanes: { type: 'string', default: '2' } } })
const chosen = mutants.filter(({ attack }) => flags.only === undefined || flags.only.split(',').includes(attack))
const start = performance.now()
const cluster = await Cluster.start({ durable: false })
const failures: string[] = []
try {
  const copies: Copy[] = []
  for (let n = 0; n < Number(flags.lanes); n++) copies.push(await Copy.make(cluster.urlOf('postgres')))
  const attacks = [...new Set(chosen.map(({ attack }) => attack))].map(jobsOf)
  for (const jobs of [attacks.map(({ first }) => first), attacks.flatMap(({ rest }) => rest)])
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

/** First a run without any mutant of an attack: a test that fails anyway proves nothing. */
function jobsOf(attack: string): { first: Job; rest: Job[] } {
  const own = chosen.filter((mutant) => mutant.attack === attack)
  let isSound = false
  return {
    first: async (copy) => {
      const { passed, failed, output } = await copy.run(selectionOf(attack, own.map(({ tests }) => tests).join('|')))
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
  const { attack, name, file, from, to, tests } = mutant
  const { passed, failed } = await copy.changed(file, from, to, () => copy.run(selectionOf(attack, tests)))
  if (failed > 0) console.log(`killed  attack ${attack}: ${name} (${failed} of ${passed + failed} tests)`)
  else fail(mutant, passed > 0 ? 'it survived' : 'the tests could not begin')
}

/** Attacks that take minutes are in the other project. */
function selectionOf(attack: string, tests: string): Selection {
  const folder = fileURLToPath(import.meta.resolve('../attacks'))
  const names = globSync(`${attack}-*.test.ts`, { cwd: folder })
  if (names.length === 0) throw new Error(`There is no test of attack ${attack} in server/test/attacks.`)
  const files = names.map((name) => `server/test/attacks/${name}`)
  return { project: names[0]?.endsWith('.long.test.ts') ? 'endurance' : 'service', files, tests }
}

function fail({ attack, name }: Mutant, why: string): void {
  failures.push(`attack ${attack}: ${name} (${why})`)
  console.log(`FAILED  attack ${attack}: ${name} (${why})`)
}

async function workOff(copy: Copy, jobs: Job[]): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) await job(copy)
}
