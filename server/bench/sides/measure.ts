import { timeFixedWork } from '../figures.ts'
import type { Ground } from './Ground.ts'
import type { LoadResult } from './Load.ts'
import { type Processors, readTicks, toProcessors } from './processors.ts'
import type { Side } from './Side.ts'
import { isWrite, type Work, works } from './Work.ts'

/** One measurement of one round. */
export interface Sample extends LoadResult {
  readonly processors: Processors
  /** How long a fixed piece of work took just before, in milliseconds. */
  readonly fixedWork: number
}

/** All rounds of one work by one side at so many connections. */
export interface Measure {
  readonly work: Work
  readonly side: string
  readonly connections: number
  readonly samples: Sample[]
}

export interface Schedule {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly works: readonly Work[]
}

/** Most of what runs first is compiled by then; the first round is for the rest, and counts for nothing. */
const leadIn = 0.3

/** Goes over all sides and works in every round, so that whatever happens to the machine happens to all. */
export async function measureRounds(
  sides: readonly Side[],
  ground: Ground,
  schedule: Schedule,
  tell: (line: string) => void,
): Promise<Measure[]> {
  const measures = toMeasures(sides, schedule)
  for (let round = 0; round <= schedule.rounds; round++) {
    tell(round === 0 ? 'a round that does not count …' : `round ${round} of ${schedule.rounds} …`)
    for (const measure of measures) {
      const side = sides.find(({ name }) => name === measure.side)
      if (!side) continue
      const seconds = round === 0 ? Math.min(1, schedule.seconds) : schedule.seconds
      const sample = await takeSample(side, ground, measure, seconds)
      if (round > 0) measure.samples.push(sample)
    }
  }
  return measures
}

/** By turns: all sides at one work before the next work. */
function toMeasures(sides: readonly Side[], schedule: Schedule): Measure[] {
  const asked = works.filter((work) => schedule.works.includes(work))
  return schedule.connections.flatMap((connections) =>
    asked.flatMap((work) =>
      sides
        .filter((side) => side.works.includes(work))
        .map(({ name }): Measure => ({ work, side: name, connections, samples: [] })),
    ),
  )
}

async function takeSample(
  side: Side,
  ground: Ground,
  { work, connections }: Measure,
  seconds: number,
): Promise<Sample> {
  if (isWrite(work)) await ground.settle()
  const prepared = await side.prepare({ work, connections, seconds, leadIn: Math.min(leadIn, seconds) })
  const fixedWork = Math.min(timeFixedWork(), timeFixedWork(), timeFixedWork())
  const watched = { server: side.pids, postgres: ground.cluster.pid, client: side.clientPid }
  const from = await readTicks(watched)
  const start = performance.now()
  const result = await prepared.run()
  const processors = toProcessors(from, await readTicks(watched), performance.now() - start)
  await prepared.verify?.()
  if (result.errors > 0)
    throw new Error(`${side.name} refused ${result.errors} requests of ${work}, such as: ${result.firstError}`)
  return { ...result, processors, fixedWork }
}
