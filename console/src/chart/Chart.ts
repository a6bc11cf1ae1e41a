/** How a date is grouped. */
export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** All periods, the shortest first. */
export const periods: readonly Period[] = ['day', 'week', 'month', 'quarter', 'year']

/** What is measured of each group: how many records, or the sum or average of a number field. */
export type Measure = { readonly of: 'count' } | { readonly of: 'sum' | 'avg'; readonly path: string }

/** A chart over the records of a list. */
export interface Chart {
  /** The field that records are grouped by. */
  readonly path: string
  /** Of a date: the period. Undefined for all other fields. */
  readonly by: Period | undefined
  readonly measure: Measure
}

/** A chart from its form in the address, such as `createdOn:month~sum.credit`; undefined if it has another form. */
export function readChart(text: string): Chart | undefined {
  const found = /^([\w.]+)(?::(day|week|month|quarter|year))?(?:~(sum|avg)\.([\w.]+))?$/.exec(text)
  if (!found?.[1]) return undefined
  const [, path, by, of, field] = found
  const measure = field === undefined ? count : { of: of as 'sum' | 'avg', path: field }
  return { path, by: by as Period | undefined, measure }
}

/** Counts records. */
export const count: Measure = { of: 'count' }

/** The form of a chart in the address. Counting is not written. */
export function writeChart({ path, by, measure }: Chart): string {
  return `${path}${by ? `:${by}` : ''}${measure.of === 'count' ? '' : `~${writeMeasure(measure)}`}`
}

/** The name of a measure, as aggregate sorts by it. */
export function writeMeasure(measure: Measure): string {
  return measure.of === 'count' ? 'count' : `${measure.of}.${measure.path}`
}
