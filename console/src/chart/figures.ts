import type { Chart, Measure } from './Chart.ts'
import { trimZeros } from './exact.ts'
import type { Group } from './Groups.ts'
import { readCriteria } from './groupWhere.ts'

/** The figure of a group as exact text, an average without zeros at its end; undefined for the average of no value. */
export function figureOf(group: Group, measure: Measure): string | undefined {
  const value = measure.of === 'count' ? group.count : group[measure.of]?.[measure.path]
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  return measure.of === 'avg' ? trimZeros(String(value)) : String(value)
}

/** How many bars stand for a group each; the other groups are one together. */
export const mostBars = 10
/** How many periods a line has; the newest of more. */
export const mostPeriods = 400

/** What aggregate is asked for a chart, but for which records. */
export function toGroupRequest({ path, by, measure }: Chart, timeZone: string | undefined) {
  const field = by === undefined ? path : { fieldName: path, by, ...(timeZone === undefined ? {} : { timeZone }) }
  const sorted =
    by === undefined ? `-${measure.of === 'count' ? 'count' : `${measure.of}.${measure.path}`}` : `-${path}`
  return {
    groupBy: [field],
    ...figures(measure),
    sortBy: [sorted],
    limit: by === undefined ? mostBars : mostPeriods,
  }
}

/** The same figures of all records together. */
export function toWholeRequest({ measure }: Chart) {
  return { groupBy: [], ...figures(measure) }
}

function figures(measure: Measure) {
  return measure.of === 'count' ? {} : { [measure.of]: [measure.path] }
}

/** The records of a list, as aggregate takes them. Criteria that are no JSON are refused by the service. */
export function toCriteria({ q, where }: { readonly q: string; readonly where: string }) {
  const criteria = readCriteria(where)
  return { ...(q === '' ? {} : { q }), ...(criteria === undefined ? {} : { data: criteria }) }
}
