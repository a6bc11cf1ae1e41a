import { loadavg } from 'node:os'
import type { Create } from './creates.ts'
import { median, showSize, showTable, spread } from './figures.ts'
import type { Measured } from './measure.ts'
import { deepPage, firstPage } from './questions.ts'

/** The report of a run. */
export interface Report {
  readonly text: string
  readonly figures: object
  readonly reached: boolean
}

/** The maximum ratio of the time of the first page with its total at the largest size to that at the smallest. */
const maxGrowth = 1.3
/** The maximum time in the database of a page 90 % deep with its total, in milliseconds. */
const maxDeep = 3

interface Line {
  readonly name: string
  readonly medians: readonly number[]
  /** The ratio of the largest to the smallest size, in the same round. */
  readonly ratio: number
}

/** The results, as tables for people and as figures for programs. */
export function toReport(measured: Measured, sizes: readonly number[]): Report {
  const lines = [...measured.questions].map(([name, places]): Line => {
    const ratios = (places.at(-1) ?? []).map((figure, round) => figure / (places[0]?.[round] ?? Number.NaN))
    return { name, medians: places.map(median), ratio: median(ratios) }
  })
  const growth = lines.find(({ name }) => name === firstPage)?.ratio ?? Number.NaN
  const deep = lines.find(({ name }) => name === deepPage)?.medians.at(-1) ?? Number.NaN
  const costs = toCosts(measured)
  const text = [
    showGrowth(lines, sizes),
    '',
    showCosts(costs),
    '',
    `target: ${firstPage}, at most ${maxGrowth} × as long: ${growth.toFixed(2)} × ` +
      (growth <= maxGrowth ? '(reached)' : '(MISSED)'),
    `target: ${deepPage}, under ${maxDeep} ms: ${deep.toFixed(3)} ms ${deep < maxDeep ? '(reached)' : '(MISSED)'}`,
  ].join('\n')
  const figures = { sizes, questions: lines, creates: costs, machine: measured.machine, load: loadavg() }
  return { text, figures, reached: growth <= maxGrowth && deep < maxDeep }
}

/** How much the speed of the machine varied. */
export function showMachine(machine: readonly number[]): string {
  const { low, high } = spread(machine)
  const noisy = high - low > 0.15 ? 'noisy: trust the ratios more than the figures' : 'quiet'
  return (
    `machine: a fixed piece of work took ${median(machine).toFixed(1)} ms, from ${low.toFixed(2)} to ` +
    `${high.toFixed(2)} of that (${noisy}); load ${loadavg()[0]?.toFixed(1)}`
  )
}

function showGrowth(lines: readonly Line[], sizes: readonly number[]): string {
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)]
  const head = ['milliseconds, medians', ...sizes.map(showSize), `${showSize(last)} / ${showSize(first)}`]
  const rows = lines.map(({ name, medians, ratio }) => [
    name,
    ...medians.map((one) => one.toFixed(3)),
    ratio.toFixed(2),
  ])
  return showTable([head, ...rows])
}

interface Cost extends Create {
  readonly bare: number
  readonly journaled: number
  /** How much longer a create takes with the journal and the counts, in the same round. */
  readonly more: number
}

function toCosts({ creates }: Measured): Cost[] {
  return creates.map(({ create, figures }) => ({
    ...create,
    bare: median(figures.map(({ bare }) => bare)),
    journaled: median(figures.map(({ journaled }) => journaled)),
    more: median(figures.map(({ bare, journaled }) => journaled / bare - 1)),
  }))
}

function showCosts(costs: readonly Cost[]): string {
  const head = ['milliseconds a create statement', 'without', 'with journal and counts', 'more']
  const rows = costs.map((cost) => [
    `${cost.group} record${cost.group === 1 ? '' : 's'}, ` +
      (cost.durable ? 'commits wait for the disk' : 'commits do not wait'),
    cost.bare.toFixed(3),
    cost.journaled.toFixed(3),
    `${(cost.more * 100).toFixed(0)} %`,
  ])
  return showTable([head, ...rows])
}
