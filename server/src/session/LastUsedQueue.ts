/** Batch size: max(256, 1/16 of the queue). */
const batchFraction = 1 / 16
const minBatch = 256
/** Hashes that do not fit are dropped: their next use adds them again. */
const maxWaiting = 20_000

export interface LastUsedQueueOptions {
  /**
   * How long to wait before each batch, in milliseconds. A full queue takes 41 batches.
   */
  readonly pause: number
  /** Writes to the database that these sessions or keys were used. */
  record(hashes: string[]): Promise<unknown>
}

/**
 * Sessions or API keys whose time of last use must be updated. No request waits for it. They are written in batches:
 * if thousands are due at once, as after a lunch break, they must not delay the requests that they came with.
 */
export class LastUsedQueue {
  readonly #options: LastUsedQueueOptions
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: LastUsedQueueOptions) {
    this.#options = options
  }

  add(hash: string): void {
    if (this.#waiting.size >= maxWaiting) return
    this.#waiting.add(hash)
    if (!this.#timer) this.#schedule()
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#recordBatch(), this.#options.pause).unref()
  }

  /** If this fails, the sessions only seem a little older than they are. */
  async #recordBatch(): Promise<void> {
    const count = Math.max(minBatch, Math.ceil(this.#waiting.size * batchFraction))
    const hashes = [...this.#waiting].slice(0, count)
    for (const hash of hashes) this.#waiting.delete(hash)
    await this.#options.record(hashes).catch(() => {})
    this.#timer = undefined
    if (this.#waiting.size > 0) this.#schedule()
  }
}
