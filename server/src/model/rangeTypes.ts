import type { Bounds } from './Constraint.ts'

/** What a period is made of: the type of its ends in messages, the range type of PostgreSQL, and its usual bounds. */
interface RangeType {
  readonly label: string
  readonly range: string
  readonly bounds: Bounds
}

/** The range types by the types of the columns. The last day of a period of dates belongs to it. */
export const rangeTypes: ReadonlyMap<string, RangeType> = new Map([
  ['date', { label: 'date', range: 'daterange', bounds: '[]' }],
  ['timestamp(3) with time zone', { label: 'dateTime', range: 'tstzrange', bounds: '[)' }],
])
