import type { BenchStage } from './BenchStage.ts'

/** What the console must reach, and what is reached for. Figures are lower where they are better. */
export interface Bar {
  readonly name: string
  readonly unit: '' | 'kB' | 'ms' | '×'
  readonly must: number
  readonly reach: number
}

/** One way to measure, which gives a figure for each of its bars, in their order. */
export interface Gauge {
  /** The name for `--only`. */
  readonly name: string
  readonly bars: readonly Bar[]
  measure(stage: BenchStage): Promise<readonly number[]>
}

/** A bar and what was measured; not a number where it could not be measured. */
export interface Measured {
  readonly bar: Bar
  readonly figure: number
}

/** Whether a figure is good enough. One that could not be measured is not. */
export function isReached({ bar, figure }: Measured): boolean {
  return figure <= bar.must
}
