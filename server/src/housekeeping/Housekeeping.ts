import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import { sweepResponsesStatement } from '../statement/service/responses.ts'
import { sweepAttemptsStatement } from '../statement/service/attempts.ts'
import { foldStatement, pendingStatement } from '../statement/part/counts.ts'
import { prepareJournalStatement, trimJournalStatement, trimBatch } from '../statement/service/journalKeeping.ts'
import type { NamedSql } from '../sql/sql.ts'
import { sweepSessionsStatement } from '../statement/service/sessions.ts'
import { keepSearchesStatement, sweepSearchesStatement } from '../statement/service/searches.ts'
import type { SearchUsage } from './SearchUsage.ts'
import { handleFaults } from './handleFaults.ts'

export interface HousekeepingOptions {
  readonly database: Database
  readonly models: Models
  readonly log: Log
  /** How often counts are folded, in milliseconds. */
  readonly foldInterval: number
  /** How long the answers of keyed writes are kept, in milliseconds. */
  readonly keyLifetime: number
  /** How long sessions live, in milliseconds. */
  readonly sessions: { readonly idle: number; readonly lifetime: number }
  /** Which searches were carried out. */
  readonly searches: SearchUsage
}

/** How far the fold is behind. */
export interface FoldStatus {
  /** Changes of counts that are not folded yet; a total reads all of them. */
  readonly pending: number
  /** How long ago this process folded last, in milliseconds. */
  readonly lastRun: number | null
}

const seldom = 600_000
const nowAndThen = 60_000
/** So many pending changes make totals slow: somebody should know. */
const manyPending = 10_000
const monthsAhead = 3

/**
 * What must be done now and then, by any process and by several at once without harm: folding counts, making the
 * journal's next partitions, forgetting what is past its time. A failure is logged and tried again the next time.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  readonly #timers: NodeJS.Timeout[] = []
  #lastFold: number | undefined
  readonly #underWay = new Set<Promise<void>>()
  /** The faults that were told of and still last, by what failed. */
  readonly #failing = new Map<string, string>()
  #stopped = false

  constructor(options: HousekeepingOptions) {
    this.#options = options
    handleFaults(options.database, options.log, () => this.prepare())
  }

  /** Makes room for what will be written, before the first request comes. */
  async prepare(): Promise<void> {
    await this.#attempt('prepare', () => this.#prepareJournal())
  }

  start(): void {
    void this.#attempt('tidy', () => this.tidy())
    this.#repeat('fold', this.#options.foldInterval, () => this.fold())
    this.#repeat('searches', nowAndThen, () => this.keepSearches())
    this.#repeat('tidy', seldom, () => this.tidy())
  }

  /** Begins nothing more, and ends when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#underWay)
  }

  /**
   * Keeps what is known here alone, when the last request is answered. What cannot be kept is not worth a longer end.
   */
  async finish(): Promise<void> {
    await this.keepSearches().catch(() => {})
  }

  /** Folds the appended changes into the counts. */
  async fold(): Promise<void> {
    const [row] = await this.#options.database.run(foldStatement, 'write')
    this.#lastFold = performance.now()
    if (Number(row?.[0]) > manyPending)
      this.#options.log.warn({ folded: Number(row?.[0]) }, 'the fold of counts was behind')
  }

  async tidy(): Promise<void> {
    const { models, keyLifetime, sessions } = this.#options
    await this.#prepareJournal()
    await this.#sweep(sweepResponsesStatement(keyLifetime))
    await this.#sweep(sweepAttemptsStatement())
    await this.#sweep(sweepSessionsStatement(sessions))
    await this.#options.database.run(sweepSearchesStatement(), 'write')
    for (const model of models.all) if (model.keepHistory !== undefined) await this.#trim(model, model.keepHistory)
  }

  async #prepareJournal(): Promise<void> {
    await this.#options.database.run(prepareJournalStatement(monthsAhead), 'write')
  }

  /** Lot by lot until none is left, however many there are. */
  async #sweep(lot: NamedSql): Promise<void> {
    for (let gone = 1; gone > 0 && !this.#stopped; ) gone = (await this.#options.database.run(lot, 'write')).length
  }

  /** Lot by lot, so that no statement takes long. */
  async #trim(model: Model, days: number): Promise<void> {
    for (let gone = trimBatch; gone >= trimBatch && !this.#stopped; ) {
      const [row] = await this.#options.database.run(trimJournalStatement(model, days), 'write')
      gone = Number(row?.[0])
    }
  }

  /** Keeps which searches were carried out since the last time. */
  async keepSearches(): Promise<void> {
    const { database, searches } = this.#options
    const noted = searches.take()
    if (noted.length === 0) return
    try {
      await database.run(keepSearchesStatement(noted), 'write')
    } catch (error) {
      searches.giveBack(noted)
      throw error
    }
  }

  async findStatus(): Promise<FoldStatus> {
    const [row] = await this.#options.database.run(pendingStatement, 'read')
    const lastRun = this.#lastFold === undefined ? null : Math.round(performance.now() - this.#lastFold)
    return { pending: Number(row?.[0]), lastRun }
  }

  /** One after the other, with a pause between the end of one and the start of the next. */
  #repeat(what: string, pause: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.splice(this.#timers.indexOf(timer), 1)
      void this.#attempt(what, work).finally(() => {
        if (!this.#stopped) this.#repeat(what, pause, work)
      })
    }, pause)
    this.#timers.push(timer)
  }

  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    const attempt = work().then(
      () => void this.#failing.delete(what),
      (error: unknown) => this.#tell(what, error),
    )
    this.#underWay.add(attempt)
    await attempt
    this.#underWay.delete(attempt)
  }

  /** Once for each fault until it succeeds again; that the database is away is told by who notices it first. */
  #tell(what: string, error: unknown): void {
    const fault = error instanceof Error ? error.message : String(error)
    if (this.#failing.get(what) === fault) return
    this.#failing.set(what, fault)
    const isAway = error instanceof Failure && error.code === 'unavailable'
    this.#options.log.warn(isAway ? { what, reason: fault } : { what, err: error }, 'housekeeping failed')
  }
}
