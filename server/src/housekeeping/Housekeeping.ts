import type { Model } from '../model/Model.ts'
import { sweepResponsesStatement } from '../statement/service/responses.ts'
import { sweepAttemptsStatement } from '../statement/service/attempts.ts'
import { foldStatement, pendingStatement } from '../statement/journal/counts.ts'
import {
  prepareJournalStatement,
  releaseJournalStatement,
  trimJournalStatement,
  trimBatch,
} from '../statement/service/journalKeeping.ts'
import type { NamedSql } from '../sql/sql.ts'
import { sweepJobsStatement } from '../statement/service/jobEnds.ts'
import { sweepSessionsStatement } from '../statement/service/sessionWrites.ts'
import { keepSearchesStatement, sweepSearchesStatement } from '../statement/service/searches.ts'
import { sweepWebhooksStatement } from '../statement/service/webhooks.ts'
import type { FoldStatus, HousekeepingOptions } from './HousekeepingOptions.ts'
import { FailureLog } from '../request/log.ts'
import { handleFaults } from './handleFaults.ts'

/** The tasks that are repeated. */
type Task = 'fold' | 'release' | 'searches' | 'tidy'

/** How often expired data is deleted and partitions are created, in milliseconds. */
const tidyInterval = 600_000
/** How often the executed searches are saved, in milliseconds. */
const saveInterval = 60_000
/** More pending changes than this make totals slow: the log warns of it. */
const manyPending = 10_000
const monthsAhead = 3

/**
 * Repeats what keeps the database in order: folds counts, releases changes, creates the next partitions of the journal,
 * deletes expired data. Several processes may do it at once. A failure is logged, and the work is tried again the next
 * time.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  readonly #timers: NodeJS.Timeout[] = []
  #lastFold: number | undefined
  /** When each task last succeeded; before that, when this process started. */
  readonly #succeeded: Record<Task, number>
  readonly #underWay = new Set<Promise<void>>()
  readonly #failures: FailureLog
  #stopped = false

  constructor(options: HousekeepingOptions) {
    this.#options = options
    this.#failures = new FailureLog(options.log, 'housekeeping failed')
    const now = performance.now()
    this.#succeeded = { fold: now, release: now, searches: now, tidy: now }
    handleFaults(options.database, options.log, () => this.prepare())
  }

  /** Creates the partitions for coming writes, before the first request. */
  async prepare(): Promise<void> {
    await this.#attempt('prepare', () => this.#prepareJournal())
  }

  start(): void {
    void this.#attempt('tidy', () => this.tidy())
    this.#repeat('fold', this.#options.foldInterval, () => this.fold())
    this.#repeat('release', this.#options.releaseInterval, () => this.release())
    this.#repeat('searches', saveInterval, () => this.saveSearches())
    this.#repeat('tidy', tidyInterval, () => this.tidy())
  }

  /** Starts no more work; resolves when the work under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#underWay)
  }

  /** Saves what only this process knows, after the last request. A failure is ignored: it must not delay the end. */
  async finish(): Promise<void> {
    await this.saveSearches().catch(() => {})
  }

  /** Folds the appended changes into the counts. */
  async fold(): Promise<void> {
    const [row] = await this.#options.database.run(foldStatement, 'write')
    this.#lastFold = performance.now()
    if (Number(row?.[0]) > manyPending)
      this.#options.log.warn({ folded: Number(row?.[0]) }, 'the fold of counts was behind')
  }

  /** Moves the mark up to which the change feed is complete. One process at a time does it. */
  async release(): Promise<void> {
    // Its commit waits for nothing and it can be repeated, so it takes none of the connections that writes may hold.
    await this.#options.database.run(releaseJournalStatement, 'read')
  }

  /** Creates partitions and deletes expired data. */
  async tidy(): Promise<void> {
    const { models, keyLifetime, jobLifetime, sessionIdle: idle, sessionLifetime: lifetime } = this.#options
    await this.#prepareJournal()
    await this.#sweep(sweepResponsesStatement(keyLifetime))
    await this.#sweep(sweepAttemptsStatement())
    await this.#sweep(sweepSessionsStatement({ idle, lifetime }))
    await this.#sweep(sweepWebhooksStatement)
    await this.#sweep(sweepJobsStatement(jobLifetime))
    await this.#options.database.run(sweepSearchesStatement(), 'write')
    for (const model of models.all) if (model.keepHistory !== undefined) await this.#trim(model, model.keepHistory)
  }

  async #prepareJournal(): Promise<void> {
    await this.#options.database.run(prepareJournalStatement(monthsAhead), 'write')
  }

  /** Deletes in batches until nothing is left. */
  async #sweep(deleteBatch: NamedSql): Promise<void> {
    const { database } = this.#options
    for (let deleted = 1; deleted > 0 && !this.#stopped; ) deleted = (await database.run(deleteBatch, 'write')).length
  }

  /** Deletes in batches, so that no statement takes long. */
  async #trim(model: Model, days: number): Promise<void> {
    for (let deleted = trimBatch; deleted >= trimBatch && !this.#stopped; ) {
      const [row] = await this.#options.database.run(trimJournalStatement(model, days), 'write')
      deleted = Number(row?.[0])
    }
  }

  /** Saves the searches that were executed since the last time. */
  async saveSearches(): Promise<void> {
    const { database, searches } = this.#options
    const taken = searches.take()
    if (taken.length === 0) return
    try {
      await database.run(keepSearchesStatement(taken), 'write')
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
  get ages(): Record<Task, number> {
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
