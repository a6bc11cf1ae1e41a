import type { Chart, Period } from './Chart.ts'
import { figureOf, mostPeriods } from './figures.ts'
import { fromIndex, toIndex } from './periods.ts'
import type { Groups } from './Groups.ts'

/** One period with its figure; undefined where a period has no value to average. */
export interface Point {
  readonly period: string
  readonly figure: string | undefined
}

/** A line over time. */
export interface Line {
  readonly points: readonly Point[]
  /** The figure of records without a date; undefined where there are none. */
  readonly missing: string | undefined
  /** Whether there are older periods that are not shown. */
  readonly isCut: boolean
}

/** The points of a line, period by period. A period without records counts zero; an average has a gap there. */
export function toLine({ path, by = 'month', measure }: Chart, { groups, total }: Groups): Line {
  const known = new Map<number, string | undefined>()
  let missing: string | undefined
  for (const group of groups) {
    const period = group.group[path]
    const index = typeof period === 'string' ? toIndex(period, by) : undefined
    if (index === undefined) missing = figureOf(group, measure)
    else known.set(index, figureOf(group, measure))
  }
  const last = Math.max(...known.keys())
  const first = Math.max(Math.min(...known.keys()), last - mostPeriods + 1)
  const empty = measure.of === 'avg' ? undefined : '0'
  const points =
    known.size === 0 ? [] : pointsOf(first, last, by, (index) => (known.has(index) ? known.get(index) : empty))
  const isCut = total > groups.length || [...known.keys()].some((index) => index < first)
  return { points, missing, isCut }
}

function pointsOf(first: number, last: number, by: Period, figure: (index: number) => string | undefined): Point[] {
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const exact = figure(first + at)
    return { period: fromIndex(first + at, by), figure: exact }
  })
}
