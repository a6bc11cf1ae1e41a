import { type Sabotaged, sabotage } from '../harness/sabotage.ts'
import { type Fault, faults } from './faults.ts'
import { type FaultOptions, runFault } from './runFault.ts'
import { Service } from './Services.ts'

/** A service that is broken on purpose, and the fault under which it must be noticed. */
interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly fault: Fault
  /** The list of the verdict that it must appear in. */
  readonly noticedAs: 'lost' | 'doubled' | 'falselyRefused'
}

const faultOf = (name: string): Fault => {
  const fault = faults.find((one) => one.name === name)
  if (!fault) throw new Error(`There is no fault ${name}.`)
  return fault
}

const mutants: readonly Mutant[] = [
  {
    name: 'acknowledges before the commit is on a standby',
    file: 'postgres/sessionParameters.ts',
    from: `jit: 'off',`,
    to: `jit: 'off', synchronous_commit: 'off',`,
    fault: faultOf('split'),
    noticedAs: 'lost',
  },
  {
    name: 'says not-applied of a write that was sent',
    file: 'postgres/errors.ts',
    from: `if (error instanceof NoAnswer) return toUnavailable(slow, effect, 'unknown', error)`,
    to: `if (error instanceof NoAnswer) return toUnavailable(slow, effect, 'not-applied', error)`,
    fault: faultOf('no-standbys'),
    noticedAs: 'falselyRefused',
  },
  {
    name: 'repeats a write that was sent',
    file: 'postgres/Database.ts',
    from: `(effect === 'read' && mayReadAgain(error))`,
    to: `mayReadAgain(error)`,
    fault: faultOf('end-waiting'),
    // The repeat of a create collides with the id of the first one, and is sent again with a new id.
    noticedAs: 'doubled',
  },
]

export interface SurvivorOptions extends Omit<FaultOptions, 'services' | 'name'> {
  readonly urls: readonly string[]
  say(text: string): void
}

/** Runs each mutant under its fault, and returns those whose fault nobody noticed. */
export async function findSurvivors({ urls, say, ...options }: SurvivorOptions): Promise<string[]> {
  const survivors: string[] = []
  for (const [index, mutant] of mutants.entries()) {
    const broken = await sabotage(mutant.file, mutant.from, mutant.to)
    const services = urls.map((url, n) => new Service(8201 + 20 * index + 10 * n, url, broken.main))
    try {
      await Promise.all(services.map((service) => service.start()))
      const { verdict } = await runFault(mutant.fault, { ...options, services, name: `mutant-${index}` })
      const noticed = verdict[mutant.noticedAs]
      say(`a service that ${mutant.name}: ${noticed.length > 0 ? `noticed, ${noticed.length} times` : 'NOT NOTICED'}`)
      for (const problem of noticed.slice(0, 2)) console.log(`        ${problem}`)
      if (noticed.length === 0) survivors.push(mutant.name)
    } finally {
      await end(services, broken)
    }
  }
  return survivors
}

async function end(services: readonly Service[], broken: Sabotaged): Promise<void> {
  await Promise.all(services.map((service) => service.stop()))
  await broken.remove()
}
