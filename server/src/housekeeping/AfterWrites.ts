/** How far some work got: it is done, it must continue, or it waits for others and made no progress. */
export type Progress = 'done' | 'on' | 'held'

/** The longest pause between two runs that made no progress, in milliseconds. */
const longestPause = 1_000

/**
 * Runs work soon after it is asked for, and at most once in an interval. It rests until it is asked for again, unless
 * the work must continue; while others hold it up, it is repeated more and more rarely.
 */
export class AfterWrites {
  readonly #interval: number
  readonly #work: () => Promise<Progress>
  #timer: NodeJS.Timeout | undefined
  #isRunning = false
  #isAsked = false
  #isStopped = false
  #lastRun = performance.now()
  /** How often in a row it made no progress. */
  #held = 0

  constructor(interval: number, work: () => Promise<Progress>) {
    this.#interval = interval
    this.#work = work
  }

  /** Asks for the work. Every write does, so it costs next to nothing while the work is about to run. */
  wake(): void {
    this.#isAsked = true
    if (this.#timer === undefined && !this.#isRunning) this.#schedule()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#isStopped) return
    const pause = this.#held === 0 ? this.#interval : Math.min(this.#interval * 2 ** this.#held, longestPause)
    const left = this.#lastRun + Math.max(pause, this.#interval) - performance.now()
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, left))
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    this.#isRunning = true
    this.#isAsked = false
    this.#lastRun = performance.now()
    const progress = await this.#work()
    this.#isRunning = false
    this.#held = progress === 'held' ? Math.min(this.#held + 1, 10) : 0
    if (progress !== 'done' || this.#isAsked) this.#schedule()
  }
}
