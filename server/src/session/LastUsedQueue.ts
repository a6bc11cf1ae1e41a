/** How many are noted at a time: of those that wait this part, but no fewer than so many. */
const part = 1 / 16
const least = 256
/** How many may wait. Whoever does not get in comes again with a later use. */
const most = 20_000

export interface LastUsedQueueOptions {
  /**
   * How long to wait before the first and between some and the next, in milliseconds: with as many waiting as may wait,
   * the last follows after 41 of these.
   */
  readonly pause: number
  /** Notes in the database that these were used. */
  note(hashes: string[]): Promise<unknown>
}

/**
 * The sessions or API keys whose use is to be noted. Nobody waits for it, so it happens on the side, some at a time:
 * thousands that come due in one moment, as after a pause at noon, must not hold up the requests that they came with.
 */
export class LastUsedQueue {
  readonly #options: LastUsedQueueOptions
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: LastUsedQueueOptions) {
    this.#options = options
  }

  add(hash: string): void {
    if (this.#waiting.size >= most) return
    this.#waiting.add(hash)
    if (!this.#timer) this.#goOnLater()
  }

  #goOnLater(): void {
    this.#timer = setTimeout(() => void this.#noteSome(), this.#options.pause).unref()
  }

  /** If it fails, the sessions only seem a little older than they are. */
  async #noteSome(): Promise<void> {
    const count = Math.max(least, Math.ceil(this.#waiting.size * part))
    const hashes = [...this.#waiting].slice(0, count)
    for (const hash of hashes) this.#waiting.delete(hash)
    await this.#options.note(hashes).catch(() => {})
    this.#timer = undefined
    if (this.#waiting.size > 0) this.#goOnLater()
  }
}
