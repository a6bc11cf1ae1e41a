import type { Database } from '../postgres/Database.ts'
import { releasedStatement } from '../statement/service/journalKeeping.ts'

/** How often it is checked who has waited long enough, if the mark is told, in milliseconds. */
const untoldInterval = 100

interface Waiting {
  readonly mark: number
  readonly until: number
  settle(moved: boolean): void
}

/**
 * Wakes those who wait for the released mark. One statement a tick serves all of them, and there is none while nobody
 * waits. Without an interval it asks nothing itself, and waits to be told.
 */
export class ReleasedMark {
  readonly #database: Pick<Database, 'run'>
  readonly #interval: number | undefined
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(database: Pick<Database, 'run'>, interval?: number) {
    this.#database = database
    this.#interval = interval
  }

  /**
   * Waits up to `wait` milliseconds for the mark to move away from this position. Returns whether it moved. It
   * goes back if another database takes over: what comes then must not wait for the old position.
   */
  movedFrom(mark: number, wait: number): Promise<boolean> {
    if (this.#stopped || wait <= 0) return Promise.resolve(false)
    return new Promise((settle) => {
      this.#waiting.push({ mark, until: performance.now() + wait, settle })
      this.#start()
    })
  }

  /** Tells where the mark is: this process has moved it, or seen that another one has. */
  tell(released: number): void {
    this.#settle(released)
  }

  /** Whether the process is about to end: nobody waits any more. */
  get isStopped(): boolean {
    return this.#stopped
  }

  /** Wakes all, and lets nobody wait from now on. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    for (const { settle } of this.#waiting) settle(false)
    this.#waiting = []
  }

  #start(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#interval ?? untoldInterval)
  }

  async #look(): Promise<void> {
    this.#settle(this.#interval === undefined ? undefined : await this.#load())
    this.#timer = undefined
    if (this.#waiting.length > 0 && !this.#stopped) this.#start()
  }

  #settle(released: number | undefined): void {
    const now = performance.now()
    const asleep: Waiting[] = []
    for (const one of this.#waiting)
      if (released !== undefined && released !== one.mark) one.settle(true)
      else if (now >= one.until) one.settle(false)
      else asleep.push(one)
    this.#waiting = asleep
  }

  /** While the database is away, nobody knows. */
  async #load(): Promise<number | undefined> {
    try {
      const [row] = await this.#database.run(releasedStatement, 'read')
      return Number(row?.[0] ?? 0)
    } catch {
      return undefined
    }
  }
}
