import type { AggregateRequest } from '../call/AggregateRequest.ts'

const periods = ['day', 'week', 'month', 'year']

/** The functions that a tile shows one figure of. */
const functions = ['sum', 'avg', 'min', 'max'] as const
/** A figure of a tile. */
export type Figure = readonly [(typeof functions)[number], string] | readonly ['count']

/** Returns `count`, or the function and the field of `sum.total`. */
export function readFigure(figure: unknown): Figure | undefined {
  if (figure === 'count') return ['count']
  const [, name, field] = /^(\w+)\.([\w.]+)$/.exec(String(figure)) ?? []
  const known = functions.find((one) => one === name)
  return known && field !== undefined ? [known, field] : undefined
}

/** A period is of the day of creation unless it names a field. */
export function readCompare(compare: unknown): string | undefined {
  const text = String(compare)
  if (periods.includes(text)) return `createdOn:${text}`
  return /^[\w.]+:(?:day|week|month|year)$/.test(text) ? text : undefined
}

/** Returns the group and the figure of `placedOn:month~sum.total`. */
export function readChart(chart: unknown): { readonly group: string; readonly figure: Figure } | undefined {
  const [, group, figure = 'count'] =
    /^([\w.]+(?::(?:day|week|month|year))?)(?:~((?:sum|avg)\.[\w.]+))?$/.exec(String(chart)) ?? []
  const read = readFigure(figure)
  return group !== undefined && read ? { group, figure: read } : undefined
}

/** Returns what an aggregate groups by for `placedOn:month`. */
export function toGroups(group: string | undefined): AggregateRequest['groupBy'] {
  const [fieldName, by] = (group ?? '').split(':')
  return fieldName ? [{ fieldName, ...(by === undefined ? {} : { by }) }] : []
}

/** Returns the fields of each function of an aggregate. */
export function toFields(...figures: readonly (Figure | undefined)[]): Pick<AggregateRequest, 'fields'> {
  const named = (name: (typeof functions)[number]) => figures.flatMap((one) => (one?.[0] === name ? [one[1]] : []))
  return {
    fields: {
      sum: named('sum'),
      avg: named('avg'),
      min: named('min'),
      max: named('max'),
      countDistinct: [],
      filled: [],
    },
  }
}

/** Returns the texts of a list. */
export function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : []
}

/** Whether a value is a list of so many texts. */
export function isList(value: unknown, least: number, most: number): boolean {
  return (
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= most &&
    value.every((one) => typeof one === 'string' && one !== '')
  )
}

/** Whether a value is a whole number between two others. */
export function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}
