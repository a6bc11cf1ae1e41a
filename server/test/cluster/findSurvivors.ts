import { type Sabotaged, sabotage } from '../harness/sabotage.ts'
import { mutants } from './mutants.ts'
import { type FaultOptions, runFault } from './runFault.ts'
import { Service } from './Services.ts'

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
      const noticed = mutant.noticedAs.flatMap((list) => verdict[list])
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
