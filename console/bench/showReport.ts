import { showTable } from '../../server/bench/figures.ts'
import { type Bar, isReached, type Measured } from './Bar.ts'

/** The results as a table, with the samples that were taken again. */
export function showReport(all: readonly Measured[], notes: readonly string[]): string {
  const head = ['bar', 'must', 'reach for', 'measured', '']
  const rows = all.map((one) => [
    one.bar.name,
    show(one.bar, one.bar.must),
    show(one.bar, one.bar.reach),
    show(one.bar, one.figure),
    isReached(one) ? 'reached' : 'MISSED',
  ])
  return [showTable([head, ...rows]), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n')
}

function show({ unit }: Bar, figure: number): string {
  if (Number.isNaN(figure)) return 'not possible'
  const digits = unit === '×' ? 2 : unit === '' || Number.isInteger(figure) ? 0 : 1
  return `${figure.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`
}
