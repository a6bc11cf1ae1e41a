import { keepSearchesStatement } from '../statement/service/searches.ts'
import { foldStatement, pendingStatement } from '../statement/journal/counts.ts'
import { releaseJournalStatement } from '../statement/service/journalKeeping.ts'
import { lookForWorkStatement, toWorkState, type WorkState } from '../statement/service/work.ts'
import { AfterWrites, type Progress } from './AfterWrites.ts'
import { FailureLog } from '../request/log.ts'
import { handleFaults } from './handleFaults.ts'
import type { FoldStatus, HousekeepingOptions } from './HousekeepingOptions.ts'
import { prepareJournal, tidy } from './tidy.ts'

/** The tasks that are repeated. */
type Task = 'fold' | 'release' | 'searches' | 'tidy' | 'look'

/** How often expired data is deleted and partitions are created, in milliseconds. */
const tidyInterval = 600_000
/** How often a process looks whether other processes have left something to do, in milliseconds. */
const lookInterval = 1_100
/** How often the executed searches are saved, in milliseconds. */
const saveInterval = 60_000
/** More pending changes than this make totals slow: the log warns of it. */
const manyPending = 10_000

/**
 * Keeps the database in order: folds counts and releases changes after writes, creates the next partitions of the
 * journal, deletes expired data. Several processes may do it at once. A failure is logged, and the work is tried again
 * the next time. While nothing is written, one statement in about a second looks for what others have left.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  readonly #timers: NodeJS.Timeout[] = []
  #lastFold: number | undefined
  /** When each task last succeeded; before that, when this process started. */
  readonly #succeeded: Record<Task, number>
  readonly #underWay = new Set<Promise<void>>()
  readonly #failures: FailureLog
  readonly #folding: AfterWrites
  readonly #releasing: AfterWrites
  #lastLook = performance.now()
  #released = -1
  #stopped = false

  constructor(options: HousekeepingOptions) {
    this.#options = options
    this.#failures = new FailureLog(options.log, 'housekeeping failed')
    const now = performance.now()
    this.#succeeded = { fold: now, release: now, searches: now, tidy: now, look: now }
    this.#folding = new AfterWrites(options.foldInterval, async () => {
      await this.#attempt('fold', () => this.fold())
      return 'done'
    })
    this.#releasing = new AfterWrites(options.releaseInterval, async () => {
      let progress: Progress = 'done'
      await this.#attempt('release', async () => void (progress = await this.release()))
      return progress
    })
    handleFaults(options.database, options.log, () => this.prepare())
  }

  /** Creates the partitions for coming writes, before the first request. */
  async prepare(): Promise<void> {
    await this.#attempt('prepare', () => prepareJournal(this.#options.database))
  }

  start(): void {
    void this.#attempt('tidy', () => this.tidy())
    this.#options.database.onWritten = () => {
      this.#releasing.wake()
      this.#folding.wake()
    }
    const { foldInterval, releaseInterval } = this.#options
    const pause = this.#options.lookInterval ?? Math.max(lookInterval, Math.min(foldInterval, releaseInterval))
    this.#repeat('look', pause, () => this.#lookAfter(pause))
    this.#repeat('searches', saveInterval, () => this.saveSearches())
    this.#repeat('tidy', tidyInterval, () => this.tidy())
  }

  /** Starts no more work; resolves when the work under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#options.database.onWritten = undefined
    this.#folding.stop()
    this.#releasing.stop()
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#underWay)
  }

  /** Saves what only this process knows, after the last request. A failure is ignored: it must not delay the end. */
  async finish(): Promise<void> {
    await this.saveSearches().catch(() => {})
  }

  /** Folds the appended changes into the counts. */
  async fold(): Promise<void> {
    const [row] = await this.#options.database.run(foldStatement, 'internal')
    this.#lastFold = performance.now()
    if (Number(row?.[0]) > manyPending)
      this.#options.log.warn({ folded: Number(row?.[0]) }, 'the fold of counts was behind')
  }

  /** Moves the mark up to which the change feed is complete. One process at a time does it. */
  async release(): Promise<Progress> {
    // Its commit waits for nothing and it can be repeated, so it takes none of the connections that writes may hold.
    const [row] = await this.#options.database.run(releaseJournalStatement, 'read')
    if (row?.[0] === null || row?.[0] === undefined) return 'on'
    const [released, drawn] = [Number(row[0]), Number(row[1])]
    const hasMoved = released !== this.#released
    this.#noteReleased(released)
    return released >= drawn ? 'done' : hasMoved ? 'on' : 'held'
  }

  /**
   * Looks what there is to do, and does what is housekeeping. `names` are the jobs that this process runs. Those who
   * look for their own work look here, so that one statement serves all.
   */
  async look(names: readonly string[] = []): Promise<WorkState> {
    const state = toWorkState(await this.#options.database.run(lookForWorkStatement(names), 'read'))
    const now = performance.now()
    this.#lastLook = now
    this.#succeeded.look = now
    if (state.drawn !== state.released) this.#releasing.wake()
    else this.#succeeded.release = now
    if (state.areCountsPending) this.#folding.wake()
    else this.#succeeded.fold = now
    this.#noteReleased(state.released)
    this.#options.onLook?.(state)
    return state
  }

  /** Looks, unless the background work of this process has done so meanwhile. */
  async #lookAfter(pause: number): Promise<void> {
    if (performance.now() - this.#lastLook >= pause * 0.9) await this.look()
  }

  #noteReleased(released: number): void {
    if (released === this.#released) return
    this.#released = released
    this.#options.onReleased?.(released)
  }

  /** Creates partitions and deletes expired data. */
  tidy(): Promise<void> {
    return tidy(this.#options, () => this.#stopped)
  }

  /** Saves the searches that were executed since the last time. */
  async saveSearches(): Promise<void> {
    const { database, searches } = this.#options
    const taken = searches.take()
    if (taken.length === 0) return
    try {
      await database.run(keepSearchesStatement(taken), 'internal')
    } catch (error) {
      searches.giveBack(taken)
      throw error
    }
  }

  /** Returns the state of the fold. */
  async findStatus(): Promise<FoldStatus> {
    const [row] = await this.#options.database.run(pendingStatement, 'read')
    const lastRun = this.#lastFold === undefined ? null : Math.round(performance.now() - this.#lastFold)
    return { pending: Number(row?.[0]), lastRun }
  }

  /** How long ago each task last succeeded, in milliseconds. */
  get ages(): Record<Exclude<Task, 'look'>, number> {
    const { fold, release, searches, tidy } = this.#succeeded
    const now = performance.now()
    return { fold: now - fold, release: now - release, searches: now - searches, tidy: now - tidy }
  }

  /** Repeats work, with a pause between the end of one run and the start of the next. */
  #repeat(what: Task, pause: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.splice(this.#timers.indexOf(timer), 1)
      void this.#attempt(what, work).finally(() => {
        if (!this.#stopped) this.#repeat(what, pause, work)
      })
    }, pause)
    this.#timers.push(timer)
  }

  async #attempt(what: Task | 'prepare', work: () => Promise<void>): Promise<void> {
    const attempt = work().then(
      () => {
        this.#failures.succeeded(what)
        if (what !== 'prepare') this.#succeeded[what] = performance.now()
      },
      (error: unknown) => this.#failures.failed(what, error),
    )
    this.#underWay.add(attempt)
    await attempt
    this.#underWay.delete(attempt)
  }
}
