import { randomFrom } from '../test/harness/random.ts'
import { type Create, type CreateTimes, timeCreates } from './creates.ts'
import { median, timeFixedWork } from './figures.ts'
import { type Question, questions } from './questions.ts'
import type { BenchService } from './BenchService.ts'

/** The figures of each round, in milliseconds. */
export interface Measured {
  /** By question, then by the index of the service. */
  readonly questions: ReadonlyMap<string, readonly number[][]>
  readonly creates: readonly { readonly create: Create; readonly figures: CreateTimes[] }[]
  readonly machine: number[]
}

/** How often a question is asked of each service in one round. The figure of the round is the median. */
const asks = 40
/** The number of statements of each kind of create in one round. */
const statements = 60

const kinds: readonly Create[] = [true, false].flatMap((durable) => [1, 32].map((group) => ({ group, durable })))

/** In every round all sizes and all kinds take turns, so that other load on the machine affects all of them equally. */
export async function measure(
  services: readonly BenchService[],
  rounds: number,
  progress: (line: string) => void,
): Promise<Measured> {
  const measured = {
    questions: new Map(questions.map(({ name }) => [name, services.map((): number[] => [])])),
    creates: kinds.map((create) => ({ create, figures: [] as CreateTimes[] })),
    machine: [] as number[],
  }
  const random = randomFrom(7)
  progress('warming up …')
  for (const bench of services) for (const question of questions) await askOften(question, bench, random)
  for (let round = 0; round < rounds; round++) {
    progress(`round ${round + 1} of ${rounds} …`)
    measured.machine.push(timeFixedWork())
    for (const question of questions)
      for (const [place, bench] of services.entries())
        measured.questions.get(question.name)?.[place]?.push(await askOften(question, bench, random))
  }
  await measureCreates(services, rounds, measured, progress)
  return measured
}

/** Runs after the questions, because creates make a table grow. */
async function measureCreates(
  services: readonly BenchService[],
  rounds: number,
  { creates, machine }: Measured,
  progress: (line: string) => void,
): Promise<void> {
  const bench = services[Math.floor(services.length / 2)]
  if (!bench) throw new Error('At least one size is measured.')
  for (let round = 0; round < rounds; round++) {
    progress(`creates, round ${round + 1} of ${rounds} …`)
    machine.push(timeFixedWork())
    for (const { create, figures } of creates) figures.push(await timeCreates(bench, create, statements))
  }
}

async function askOften(question: Question, bench: BenchService, random: () => number): Promise<number> {
  const figures: number[] = []
  for (let n = 0; n < asks; n++) figures.push(await question.ask(bench, random))
  return median(figures)
}
