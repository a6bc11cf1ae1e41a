import type { Asked, Side } from './Side.ts'
import { type Measured, RequestsRefused, type Sample, takeSample } from './takeSample.ts'
import { type Work, works } from './Work.ts'

/** All rounds of one work by one side at so many connections. */
export interface Measure {
  readonly work: Work
  readonly side: string
  readonly connections: number
  readonly samples: Sample[]
  /** Why samples were taken again, one line each. */
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

/** How often a sample that failed or stalled is taken again before the bench gives up. */
export const mostRepeats = 3
/** Slow disks are part of what is measured; a process that stands still is not. */
const usualGrace = 60_000
/** Most of what runs first is compiled by then; the first round is for the rest, and counts for nothing. */
const leadIn = 0.3

/** Goes over all sides and works in every round, so that whatever happens to the machine happens to all. */
export async function measureRounds(
  sides: readonly Side[],
  ground: Measured,
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
      const { work, connections } = measure
      const within = 2_000 * seconds + (schedule.grace ?? usualGrace)
      const asked = { work, connections, seconds, leadIn: Math.min(leadIn, seconds), within }
      const sample = await takeUntilSound(side, ground, asked, (why) => {
        measure.repeats.push(why)
        tell(`${measure.side}, ${work} at ${connections}, is measured again: ${why}`)
      })
      if (round > 0) measure.samples.push(sample)
    }
  }
  return measures
}

/** A sample that failed or stalled says nothing about the side. Refused requests do: they end the bench. */
async function takeUntilSound(
  side: Side,
  ground: Measured,
  asked: Asked,
  onRepeat: (why: string) => void,
): Promise<Sample> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await takeSample(side, ground, asked)
    } catch (error) {
      if (error instanceof RequestsRefused || repeats === mostRepeats) throw error
      onRepeat(error instanceof Error ? error.message : String(error))
    }
  }
}

/** By turns: all sides at one work before the next work. */
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
