/** A limit that was set. */
export interface TimeLimit {
  /** When it has passed, in milliseconds of the monotonic clock. */
  readonly at: number
  /** Set when there is nothing to limit any more. */
  isOver: boolean
  onLate(): void
}

/**
 * Calls what has taken too long, at most `interval` milliseconds after its limit. One timer serves all limits, and
 * rests while there are none: a timer for each statement would cost as much as sending it.
 */
export class TimeLimits {
  readonly #interval: number
  // What is over is removed at the next check: that costs less than a set.
  #limits: TimeLimit[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(interval: number) {
    this.#interval = interval
  }

  /** Calls `onLate` if the limit is not over after some milliseconds. */
  start(milliseconds: number, onLate: () => void): TimeLimit {
    const limit: TimeLimit = { at: performance.now() + milliseconds, isOver: false, onLate }
    this.#limits.push(limit)
    this.#timer ??= setInterval(() => this.#check(), this.#interval)
    return limit
  }

  #check(): void {
    const now = performance.now()
    const set = this.#limits.filter(({ isOver }) => !isOver)
    this.#limits = set.filter(({ at }) => at > now)
    if (this.#limits.length === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    for (const { at, onLate } of set) if (at <= now) onLate()
  }
}
