import type { Noun } from '../Noun.ts'
import { count, records } from './numbers.ts'

/** The words of pivot tables in English. */
export const pivotWords = {
  layout: 'Pivot table',
  title: (many: Noun, rows: string, columns: string) => `${many.plural ?? many.label} by ${rows} and ${columns}`,
  rows: 'Rows',
  columns: 'Columns',
  figure: 'Figure',
  swap: 'Swap rows and columns',
  total: 'Total',
  choose: 'Choose the fields of the rows and of the columns.',
  none: 'No records',
  noValue: 'no value',
  records: (many: number, of: string) => (of === '' ? records(many) : `${of}: ${records(many)}`),
  first: (shown: number, all: number, field: string) => `${field}: the first ${count(shown)} of ${count(all)}.`,
  narrow: 'A filter shows others; the totals are of all.',
}
