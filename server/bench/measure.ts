import { randomFrom } from '../test/harness/random.ts'
import { type Create, type CreateTimes, timeCreates } from './creates.ts'
import { median, timeFixedWork } from './figures.ts'
import { type Question, questions } from './questions.ts'
import type { BenchService } from './BenchService.ts'

/** The figures of each round, in milliseconds. */
export interface Measured {
  /** By question, then by the place of the stand. */
  readonly questions: ReadonlyMap<string, readonly number[][]>
  readonly creates: readonly { readonly create: Create; readonly figures: CreateTimes[] }[]
  readonly machine: number[]
}

/** So often a question is asked of a stand in one round; the round's figure is their median. */
const asks = 40
/** So many statements of each kind of create go in one round. */
const statements = 60

const kinds: readonly Create[] = [true, false].flatMap((durable) => [1, 32].map((group) => ({ group, durable })))

/** In every round all sizes and all kinds take turns, so that what else the machine does meets all of them alike. */
export async function measure(
  stands: readonly BenchService[],
  rounds: number,
  tell: (line: string) => void,
): Promise<Measured> {
  const measured = {
    questions: new Map(questions.map(({ name }) => [name, stands.map((): number[] => [])])),
    creates: kinds.map((create) => ({ create, figures: [] as CreateTimes[] })),
    machine: [] as number[],
  }
  const random = randomFrom(7)
  tell('warming up …')
  for (const stand of stands) for (const question of questions) await askOften(question, stand, random)
  for (let round = 0; round < rounds; round++) {
    tell(`round ${round + 1} of ${rounds} …`)
    measured.machine.push(timeFixedWork())
    for (const question of questions)
      for (const [place, stand] of stands.entries())
        measured.questions.get(question.name)?.[place]?.push(await askOften(question, stand, random))
  }
  await measureCreates(stands, rounds, measured, tell)
  return measured
}

/** After the questions, since creates make a table grow. */
async function measureCreates(
  stands: readonly BenchService[],
  rounds: number,
  { creates, machine }: Measured,
  tell: (line: string) => void,
): Promise<void> {
  const stand = stands[Math.floor(stands.length / 2)]
  if (!stand) throw new Error('At least one size is measured.')
  for (let round = 0; round < rounds; round++) {
    tell(`creates, round ${round + 1} of ${rounds} …`)
    machine.push(timeFixedWork())
    for (const { create, figures } of creates) figures.push(await timeCreates(stand, create, statements))
  }
}

async function askOften(question: Question, stand: BenchService, random: () => number): Promise<number> {
  const figures: number[] = []
  for (let n = 0; n < asks; n++) figures.push(await question.ask(stand, random))
  return median(figures)
}
