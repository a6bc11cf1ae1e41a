import { count, plural } from './numbers.ts'

/** The words of charts, in English. */
export const chartWords = {
  chart: 'Chart',
  close: 'Close the chart',
  group: 'Group by',
  period: 'Period',
  periods: { day: 'Day', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' },
  measure: 'Measure',
  count: 'Records',
  sum: (field: string) => `Sum of ${field}`,
  avg: (field: string) => `Average of ${field}`,
  title: (measure: string, group: string) => `${measure} by ${group}`,
  others: (many: number) => plural(many, { one: '1 other', other: `${count(many)} others` }),
  notKnown: 'not known',
  none: 'No records to draw.',
  unknown: 'This chart is of a field that the model does not have, or that you may not see. Choose another one.',
  filter: (label: string) => `Show the records of ${label}`,
  line: (title: string, from: string, to: string) =>
    `Line chart: ${title}, from ${from} to ${to}. The table has the figures.`,
  missing: (figure: string) => `Without a date: ${figure}`,
  cut: (many: number) => `The newest ${count(many)} periods. Older ones are not shown.`,
  table: 'Figures',
  pinned: 'Charts',
}
