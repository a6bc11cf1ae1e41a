/** Counts what comes in a second, for each key. */
export class RatePerSecond {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #second = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether one more may come now, in milliseconds. */
  admits(key: string, now = performance.now()): boolean {
    const second = Math.floor(now / 1_000)
    if (second !== this.#second) this.#counts.clear()
    this.#second = second
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= this.#limit
  }
}
