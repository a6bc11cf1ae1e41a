import type pg from 'pg'
import { median } from '../figures.ts'
import type { ServiceProcess } from '../../test/harness/service.ts'

/** What a comparison runs on: one service, and a direct connection to its database. */
export interface Ground {
  readonly service: ServiceProcess
  readonly database: pg.Client
}

/** A comparison of two ways that take turns, request by request, so that other load on the machine affects both. */
export interface Comparison {
  /** The ratio of one round: the figure of the first way divided by that of the second. */
  round(): Promise<number>
  close(): void
}

/** A ratio with its target. */
export interface Ratio {
  readonly name: string
  readonly atMost?: number
  readonly atLeast?: number
  open(ground: Ground): Promise<Comparison>
}

/** The median time of one way divided by that of another. They take turns. */
export async function compareTimes(times: number, own: () => Promise<number>, base: () => Promise<number>) {
  const figures: { own: number; base: number }[] = []
  for (let n = 0; n < times; n++) figures.push({ own: await own(), base: await base() })
  return median(figures.map((one) => one.own)) / median(figures.map((one) => one.base))
}
