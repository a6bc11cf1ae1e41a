/** Counts responses and stores every latency in milliseconds, so that all percentiles are exact. */
export class Tally {
  #latencies = new Float64Array(65_536)
  #count = 0
  readonly #first = Promise.withResolvers<void>()
  /** Whether latencies are stored now. Errors always are. */
  counts = true
  errors = 0
  firstError: string | undefined

  get count(): number {
    return this.#count
  }

  /** Resolves when there is a result. */
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

  /** The percentiles of the latencies at these shares. */
  percentiles(...shares: readonly number[]): number[] {
    const sorted = this.#latencies.subarray(0, this.#count).sort()
    return shares.map((share) => sorted[Math.min(this.#count - 1, Math.floor(share * this.#count))] ?? Number.NaN)
  }
}
