import type { Formats } from '../field/FieldKind.ts'
import { labelOfGroup } from '../field/labelOfGroup.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Chart } from './Chart.ts'
import { subtract } from './exact.ts'
import { figureOf } from './figures.ts'
import type { Group, Groups } from './Groups.ts'

/** One bar: a group, or what the groups without a bar have together. */
export interface Bar {
  readonly label: string
  /** What the field has in these records; undefined for the rest. */
  readonly value: Json | undefined
  /** The exact figure; undefined where it is not known. */
  readonly figure: string | undefined
  /** Where the bar begins and how long it is, in parts of the whole width. */
  readonly start: number
  readonly length: number
}

/**
 * The bars of a chart. Where there are more groups than bars, the last bar is the rest: all records without those
 * shown. Averages can't be told of a rest, and nothing is guessed.
 */
export function toBars(
  { path, measure }: Chart,
  field: FieldMeta,
  { groups, total }: Groups,
  whole: Group | undefined,
  formats: Formats,
): Bar[] {
  const shown = groups.map((group) => ({
    label: labelOfGroup(group.group[path] ?? null, field, formats.words),
    value: group.group[path] ?? null,
    figure: figureOf(group, measure),
  }))
  const more = total - groups.length
  const all = whole && figureOf(whole, measure)
  const figures = shown.map(({ figure }) => figure ?? '0')
  const rest = measure.of === 'avg' || all === undefined ? undefined : subtract(all, figures)
  const others = { label: formats.words.chart.others(more), value: undefined, figure: rest }
  return withLengths(more > 0 ? [...shown, others] : shown)
}

function withLengths(bars: readonly Omit<Bar, 'start' | 'length'>[]): Bar[] {
  const numbers = bars.map(({ figure }) => Number(figure ?? 0))
  const low = Math.min(0, ...numbers)
  const span = Math.max(0, ...numbers) - low || 1
  return bars.map((bar, index) => {
    const number = numbers[index] ?? 0
    const start = (Math.min(0, number) - low) / span
    return { ...bar, start, length: Math.abs(number) / span }
  })
}
