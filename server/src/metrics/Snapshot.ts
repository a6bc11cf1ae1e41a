import type { Figure, Spread, Value } from './Figures.ts'
import type { Join } from './Metric.ts'
import { type MetricName, metricNames, metricOf } from './table.ts'

/** The figures of a process at one moment, as plain data: workers send theirs to the primary. */
export type Snapshot = Partial<Readonly<Record<MetricName, readonly Figure[]>>>

/** One figure without labels. */
export function only(value: number): Value[] {
  return [{ labels: [], value }]
}

/** The figures of several processes as one. */
export function joinSnapshots(snapshots: readonly Snapshot[]): Snapshot {
  const joined: { -readonly [Name in MetricName]?: Figure[] } = {}
  for (const name of metricNames) {
    const figures = snapshots.flatMap((snapshot) => snapshot[name] ?? [])
    if (figures.length > 0) joined[name] = joinFigures(figures, metricOf(name).join)
  }
  return joined
}

/** What must not get smaller when a process ends: a counter that falls looks like a restart of the whole service. */
export function countersOf(snapshot: Snapshot): Snapshot {
  const names = metricNames.filter((name) => metricOf(name).kind !== 'gauge')
  return Object.fromEntries(names.flatMap((name) => (snapshot[name] ? [[name, snapshot[name]]] : [])))
}

function joinFigures(figures: readonly Figure[], join: Join): Figure[] {
  const groups = Map.groupBy(figures, ({ labels }) => JSON.stringify(labels))
  return Array.from(groups.values(), (group) => group.reduce((one, other) => joinTwo(one, other, join)))
}

function joinTwo(one: Figure, other: Figure, join: Join): Figure {
  if ('value' in one && 'value' in other) return { labels: one.labels, value: joinValues(one.value, other.value, join) }
  return joinSpreads(one as Spread, other as Spread)
}

function joinSpreads(one: Spread, other: Spread): Spread {
  const counts = one.counts.map((count, index) => count + (other.counts[index] ?? 0))
  return { labels: one.labels, counts, sum: one.sum + other.sum }
}

function joinValues(one: number, other: number, join: Join): number {
  return join === 'sum' ? one + other : Math[join](one, other)
}
