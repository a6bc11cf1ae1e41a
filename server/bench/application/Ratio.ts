import type pg from 'pg'
import { median } from '../figures.ts'
import type { ServiceProcess } from '../../test/harness/service.ts'

/** What a comparison runs on: one service, and a direct connection to its database. */
export interface Ground {
  readonly service: ServiceProcess
  readonly database: pg.Client
  /** The number of records of the largest table. The others have a part of it. */
  readonly records: number
}

/** A comparison of two ways that take turns, so that other load on the machine affects both. */
export interface Comparison {
  /** The ratio of one round: the figure of the first way divided by that of the second. */
  round(): Promise<number>
  close(): void
}

/** A ratio with its target. */
export interface Ratio {
  /** Its name for --only. */
  readonly name: string
  /** What is divided by what, at this number of records. */
  describe(records: number): string
  readonly target: { readonly atMost: number } | { readonly atLeast: number }
  /** Fills its tables. */
  open(ground: Ground): Promise<Comparison>
}

/** The median figure of one way divided by that of another. They take turns. */
export async function compareMedians(turns: number, own: () => Promise<number>, base: () => Promise<number>) {
  const figures: { own: number; base: number }[] = []
  for (let n = 0; n < turns; n++) figures.push({ own: await own(), base: await base() })
  return median(figures.map((one) => one.own)) / median(figures.map((one) => one.base))
}

/**
 * The median of the ratios of neighbouring turns, whose order alternates. It finds small differences while the machine
 * becomes faster and slower, if the ways do not depend on each other.
 */
export async function comparePairs(turns: number, own: () => Promise<number>, base: () => Promise<number>) {
  const ratios: number[] = []
  for (let n = 0; n < turns; n++) {
    const first = n % 2 === 0 ? await own() : undefined
    const second = await base()
    ratios.push((first ?? (await own())) / second)
  }
  return median(ratios)
}

/** The time of one request in milliseconds. What it answers is checked after the time is taken. */
export async function timeOf<Answer>(ask: () => Promise<Answer>, check: (answer: Answer) => void): Promise<number> {
  const start = performance.now()
  const answer = await ask()
  const time = performance.now() - start
  check(answer)
  return time
}
