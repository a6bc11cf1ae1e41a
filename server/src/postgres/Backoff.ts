const firstPause = 50
const maxPause = 1_000

/** Schedules retries with growing pauses: from 50 milliseconds, doubled each time, up to a second. */
export class Backoff {
  readonly #retry: () => void
  #pause = firstPause
  #timer: NodeJS.Timeout | undefined

  constructor(retry: () => void) {
    this.#retry = retry
  }

  /** Whether a retry is scheduled. */
  get isWaiting(): boolean {
    return this.#timer !== undefined
  }

  /** Schedules a retry, unless one is scheduled already. */
  schedule(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#retry()
    }, this.#pause)
    this.#pause = Math.min(this.#pause * 2, maxPause)
  }

  /** Starts with the shortest pause again. A scheduled retry stays scheduled. */
  resetPause(): void {
    this.#pause = firstPause
  }

  /** Cancels a scheduled retry. */
  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
