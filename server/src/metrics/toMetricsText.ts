import type { Figure, Spread } from './Figures.ts'
import type { Metric } from './Metric.ts'
import type { Snapshot } from './Snapshot.ts'
import { metricNames, metricOf } from './table.ts'

/** The media type of the text. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes the figures in the text format of Prometheus. Metrics without figures are left out. */
export function toMetricsText(snapshot: Snapshot): string {
  return metricNames
    .flatMap((name) => {
      const [metric, figures] = [metricOf(name), snapshot[name] ?? []]
      if (figures.length === 0) return []
      const { kind, help } = metric
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...figures.flatMap(linesOf(name, metric))]
    })
    .map((line) => `${line}\n`)
    .join('')
}

function linesOf(name: string, metric: Metric): (figure: Figure) => string[] {
  return (figure) => {
    const labels = metric.labels.map((label, index) => `${label}="${escape(figure.labels[index] ?? '')}"`)
    if ('value' in figure) return [`${name}${braces(labels)} ${figure.value}`]
    const total = figure.counts.reduce((sum, count) => sum + count, 0)
    const buckets = metric.bounds ? toBuckets(name, labels, metric.bounds, figure) : []
    return [...buckets, `${name}_sum${braces(labels)} ${figure.sum}`, `${name}_count${braces(labels)} ${total}`]
  }
}

/** A bucket counts all values up to its bound, so that of the smaller buckets, too. */
function toBuckets(name: string, labels: string[], bounds: readonly number[], { counts }: Spread): string[] {
  let below = 0
  return [...bounds, Infinity].map((bound, index) => {
    below += counts[index] ?? 0
    return `${name}_bucket${braces([...labels, `le="${bound === Infinity ? '+Inf' : bound}"`])} ${below}`
  })
}

function braces(labels: readonly string[]): string {
  return labels.length === 0 ? '' : `{${labels.join()}}`
}

function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
