/**
 * Counts answers and keeps every latency, in milliseconds: exact percentiles, without a thought for what they will be.
 */
export class Tally {
  #latencies = new Float64Array(65_536)
  #count = 0
  readonly #first = Promise.withResolvers<void>()
  /** Whether latencies are kept now; refusals always are. */
  counts = true
  errors = 0
  firstError: string | undefined

  get count(): number {
    return this.#count
  }

  /** Settles when there is something to tell. */
  get first(): Promise<void> {
    return this.#first.promise
  }

  add(latency: number): void {
    if (!this.counts) return
    if (this.#count === 0) this.#first.resolve()
    if (this.#count === this.#latencies.length) {
      const larger = new Float64Array(this.#count * 2)
      larger.set(this.#latencies)
      this.#latencies = larger
    }
    this.#latencies[this.#count] = latency
    this.#count += 1
  }

  refuse(answer: string): void {
    this.errors += 1
    this.firstError ??= answer
  }

  /** The latencies below which these shares of all lie. */
  percentiles(...shares: readonly number[]): number[] {
    const sorted = this.#latencies.subarray(0, this.#count).sort()
    return shares.map((share) => sorted[Math.min(this.#count - 1, Math.floor(share * this.#count))] ?? Number.NaN)
  }
}
