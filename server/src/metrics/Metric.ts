/** How the figures of several workers become one. */
export type Join = 'sum' | 'max' | 'min'

/** What `/metrics` says about one metric before its figures. */
export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram' | 'summary'
  /** One sentence, which the reference page repeats. */
  readonly help: string
  readonly labels: readonly string[]
  readonly join: Join
  /** The upper bounds of a histogram, without the last one, which is infinite. */
  readonly bounds?: readonly number[]
}

type Labels = readonly string[]

/** A number that only grows, such as answered requests. */
export function counter(help: string, labels: Labels = []): Metric {
  return { kind: 'counter', help, labels, join: 'sum' }
}

/** A number that grows and falls, such as connections in use. */
export function gauge(help: string, labels: Labels = [], join: Join = 'sum'): Metric {
  return { kind: 'gauge', help, labels, join }
}

/** How many values were at most so large: for percentiles. */
export function histogram(help: string, labels: Labels, bounds: readonly number[]): Metric {
  return { kind: 'histogram', help, labels, join: 'sum', bounds }
}

/** The sum and the number of values: for averages, and for how much of the time something takes. */
export function summary(help: string, labels: Labels): Metric {
  return { kind: 'summary', help, labels, join: 'sum' }
}
