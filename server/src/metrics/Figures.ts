/** The figure of a counter or a gauge with its label values. */
export interface Value {
  readonly labels: readonly string[]
  readonly value: number
}

/** The figures of a histogram or a summary: how many values fell below each bound and above the last, and their sum. */
export interface Spread {
  readonly labels: readonly string[]
  readonly counts: readonly number[]
  readonly sum: number
}

export type Figure = Value | Spread

/** Numbers by a label. */
export class Counts {
  readonly #counts = new Map<string | number, number>()

  /** Starts with 0 for the labels that are known: a rate then sees the first one. */
  constructor(labels: Iterable<string> = []) {
    for (const label of labels) this.#counts.set(label, 0)
  }

  add(label: string | number, count = 1): void {
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + count)
  }

  /** The figures, with these labels before their own. */
  toFigures(...before: readonly string[]): Value[] {
    return Array.from(this.#counts, ([label, value]) => ({ labels: [...before, `${label}`], value }))
  }
}

/** Collects values of one kind. Only adds to numbers: it is called for every request. */
export class Values {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  /** Without bounds it only counts and adds up. */
  constructor(bounds: readonly number[] = []) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number): void {
    const bounds = this.#bounds
    let index = 0
    while (index < bounds.length && value > (bounds[index] ?? 0)) index++
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#sum += value
  }

  toFigure(...labels: readonly string[]): Spread {
    return { labels, counts: [...this.#counts], sum: this.#sum }
  }
}

/** Values by a label. */
export class ValuesBy {
  readonly #bounds: readonly number[]
  readonly #values = new Map<string, Values>()

  constructor(bounds: readonly number[] = []) {
    this.#bounds = bounds
  }

  add(label: string, value: number): void {
    let values = this.#values.get(label)
    if (!values) this.#values.set(label, (values = new Values(this.#bounds)))
    values.add(value)
  }

  toFigures(): Spread[] {
    return Array.from(this.#values, ([label, values]) => values.toFigure(label))
  }
}
