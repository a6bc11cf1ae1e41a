import { showTable } from '../figures.ts'
import { showMachine } from '../report.ts'
import type { Measured } from './measureRatio.ts'

/** The results as a table, the rounds that were repeated, and how quiet the machine was. */
export function showMeasured(all: readonly Measured[], records: number): string {
  const head = ['ratio', 'median', 'lowest', 'highest', 'target', '']
  const rows = all.map(({ ratio: { name, target }, isMet, ...measured }) => [
    name,
    ...[measured.median, measured.lowest, measured.highest].map((figure) => figure.toFixed(2)),
    'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`,
    isMet ? 'reached' : 'MISSED',
  ])
  const meanings = all.map(({ ratio }) => [`${ratio.name}:`, ratio.describe(records)].join(' '))
  const repeats = all.flatMap(({ ratio, repeats: whys }) =>
    whys.map((why) => `${ratio.name} was measured again: ${why}`),
  )
  const machine = showMachine(all.flatMap((one) => one.machine))
  return [showTable([head, ...rows]), '', ...meanings, '', ...repeats, machine].join('\n')
}
