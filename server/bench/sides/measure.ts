import type { Asked, Side } from './Side.ts'
import { type Measured, RequestsRefused, type Sample, takeSample } from './takeSample.ts'
import { type Work, works } from './Work.ts'

/** All rounds of one work by one side at a number of connections. */
export interface Measure {
  readonly work: Work
  readonly side: string
  readonly connections: number
  readonly samples: Sample[]
  /** The reasons why samples were repeated, one line each. */
  readonly repeats: string[]
}

export interface Schedule {
  readonly rounds: number
  readonly seconds: number
  readonly connections: readonly number[]
  readonly works: readonly Work[]
  /** Milliseconds that a run may take beyond twice its time before it counts as stalled. */
  readonly grace?: number
}

/** How often a sample that failed or stalled is repeated before the benchmark stops. */
export const mostRepeats = 3
/** Slow disks are part of the measurement; a stalled process is not. */
const usualGrace = 60_000
/** Most code is compiled after this time. The first round is for the rest and does not count. */
const leadIn = 0.3

/** Measures all sides and works in every round, so that other load on the machine affects all of them. */
export async function measureRounds(
  sides: readonly Side[],
  database: Measured,
  schedule: Schedule,
  progress: (line: string) => void,
): Promise<Measure[]> {
  const measures = toMeasures(sides, schedule)
  for (let round = 0; round <= schedule.rounds; round++) {
    progress(round === 0 ? 'a round that does not count …' : `round ${round} of ${schedule.rounds} …`)
    for (const measure of measures) {
      const side = sides.find(({ name }) => name === measure.side)
      if (!side) continue
      const seconds = round === 0 ? Math.min(1, schedule.seconds) : schedule.seconds
      const { work, connections } = measure
      const within = 2_000 * seconds + (schedule.grace ?? usualGrace)
      const asked = { work, connections, seconds, leadIn: Math.min(leadIn, seconds), within }
      const sample = await takeUntilSound(side, database, asked, (why) => {
        measure.repeats.push(why)
        progress(`${measure.side}, ${work} at ${connections}, is measured again: ${why}`)
      })
      if (round > 0) measure.samples.push(sample)
    }
  }
  return measures
}

/** A sample that failed or stalled says nothing about the side. Rejected requests do: they stop the benchmark. */
async function takeUntilSound(
  side: Side,
  database: Measured,
  asked: Asked,
  onRepeat: (why: string) => void,
): Promise<Sample> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await takeSample(side, database, asked)
    } catch (error) {
      if (error instanceof RequestsRefused || repeats === mostRepeats) throw error
      onRepeat(error instanceof Error ? error.message : String(error))
    }
  }
}

/** The order: all sides at one work before the next work. */
function toMeasures(sides: readonly Side[], schedule: Schedule): Measure[] {
  const asked = works.filter((work) => schedule.works.includes(work))
  return schedule.connections.flatMap((connections) =>
    asked.flatMap((work) =>
      sides
        .filter((side) => side.works.includes(work))
        .map(({ name }): Measure => ({ work, side: name, connections, samples: [], repeats: [] })),
    ),
  )
}
