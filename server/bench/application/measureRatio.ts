import { median, timeFixedWork } from '../figures.ts'
import type { Comparison, Ratio } from './Ratio.ts'

/** What was measured of a ratio. */
export interface Measured {
  readonly ratio: Ratio
  readonly median: number
  readonly lowest: number
  readonly highest: number
  readonly isMet: boolean
  /** The time of a fixed piece of work before each round, in milliseconds. */
  readonly machine: readonly number[]
  /** The reasons why rounds were repeated. */
  readonly repeats: readonly string[]
}

export interface Schedule {
  readonly rounds: number
  /** Milliseconds after which a round counts as stalled. */
  readonly within?: number
}

/** How often a round that failed or stalled is repeated before the benchmark stops. */
export const mostRepeats = 3
/** Rounds take a few seconds. A slow disk is part of the measurement, and one that does not answer is not. */
const usualWithin = 60_000

/** Takes the median of the rounds. The first one only warms up. */
export async function measureRatio(ratio: Ratio, comparison: Comparison, schedule: Schedule): Promise<Measured> {
  const [figures, machine, repeats]: [number[], number[], string[]] = [[], [], []]
  for (let round = 0; round <= schedule.rounds; round++) {
    machine.push(timeFixedWork())
    const figure = await takeUntilSound(comparison, schedule.within ?? usualWithin, repeats)
    if (round > 0) figures.push(figure)
  }
  const reached = median(figures)
  const { target } = ratio
  const isMet = 'atMost' in target ? reached <= target.atMost : reached >= target.atLeast
  return {
    ratio,
    median: reached,
    lowest: Math.min(...figures),
    highest: Math.max(...figures),
    isMet,
    machine,
    repeats,
  }
}

/** A round that failed or stalled says nothing about either side. */
async function takeUntilSound(comparison: Comparison, within: number, repeats: string[]): Promise<number> {
  for (let n = 0; ; n++) {
    try {
      const start = performance.now()
      const figure = await comparison.round()
      const time = performance.now() - start
      if (time > within) throw new Error(`it took ${(time / 1_000).toFixed(1)} s`)
      if (!(figure > 0 && Number.isFinite(figure))) throw new Error('nothing was measured')
      return figure
    } catch (error) {
      if (n === mostRepeats) throw error
      repeats.push(error instanceof Error ? error.message : String(error))
    }
  }
}
