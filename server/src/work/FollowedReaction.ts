import { requireAt } from '../failure/invariant.ts'
import type { Reaction } from '../logic/Logic.ts'
import type { FeedPosition } from '../plan/changeToken.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import type { JournaledChange, JournaledChanges } from '../statement/JournaledChanges.ts'
import { type Cursor, moveCursorStatement, type TakenCursor } from '../statement/service/cursors.ts'
import { endJobStatement } from '../statement/service/jobEnds.ts'
import { advanceJobStatement, type ClaimedJob } from '../statement/service/jobs.ts'
import type { HeldRecord } from '../statement/service/jobsSent.ts'
import { type Cause, causeOf, isSameCause, maxDepth } from './cause.ts'
import { CursorMoved, LeaseLost } from './errors.ts'
import { isPassing } from './explainError.ts'
import { LoopFound, toParkedJob } from './parkRecord.ts'
import { longestCause, maxEvents, ReactionChanges } from './ReactionChanges.ts'
import type { ReactionsOptions } from './Reactions.ts'
import { toReactionRun } from './toReactionRun.ts'
import { serviceRequestId } from '../request/requestIds.ts'

/** How often a page may fail for a reason that should pass, such as a deadline, before its records are at fault. */
const maxPassing = 5
/** How often a cursor is saved if nothing concerned the reaction, in milliseconds. */
const saveInterval = 10_000

/**
 * A reaction that this process follows. Pages of changes, and the records that failed before, are handled one after the
 * other. Each page is one transaction with the cursor.
 */
export class FollowedReaction {
  readonly reaction: Reaction
  /** Until when it rests, because it could not continue, in milliseconds of the monotonic clock. */
  pausedUntil = -Infinity
  /** Whether it may be noted with the cursor that it can't continue. A move of the cursor deletes the note. */
  isFailing: boolean
  readonly #options: ReactionsOptions
  readonly #changes: ReactionChanges
  /** The generation of the database in which the cursor was taken: another primary may have other changes there. */
  readonly #generation: number
  #cursor: Cursor
  /** Up to where the changes were looked through; the cursor is there or before. */
  #lookedTo: number
  #savedAt = performance.now()
  /** How many events the next page may have: fewer after a failure. */
  #size = maxEvents
  /** How often in a row a page failed for a reason that should pass. */
  #passing = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(reaction: Reaction, cursor: TakenCursor, options: ReactionsOptions) {
    this.reaction = reaction
    this.#options = options
    this.#generation = options.services.database.generation
    this.isFailing = cursor.isFailing
    this.#cursor = cursor
    this.#lookedTo = cursor.at.position
    this.#changes = new ReactionChanges(reaction, options)
  }

  get lookedTo(): number {
    return this.#lookedTo
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    await this.#last.catch(() => {})
  }

  /** Handles one page of changes. Returns whether there may be more. */
  handle(): Promise<boolean> {
    return this.#alone(() => this.#handlePage())
  }

  /** Handles the changes of a record that failed before, together with the end of its job. */
  retry(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    return this.#alone(async () => {
      if (job.generation !== this.#generation) throw moved()
      const record = job.input as HeldRecord
      const { position } = this.#cursor.at
      const { entries, more, next } = await this.#changes.load(this.#cursor.at, record.after, {
        record: record.id,
        upTo: position,
      })
      signal.throwIfAborted()
      const events = entries.filter((entry) => this.#changes.concern(entry))
      await this.#run(events, longestCause(events), async (transaction) => {
        await this.#move(transaction, this.#cursor.at)
        const end = more
          ? advanceJobStatement(job, next.position)
          : endJobStatement(job, serviceRequestId('job', job.id, job.name))
        const ended = await transaction.run(end)
        if (ended.length === 0) throw new LeaseLost('Another process took over the job.')
      })
    })
  }

  /** One thing after the other: what follows for a record must not overtake it. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.catch(() => {}).then(work)
    this.#last = run
    return run
  }

  async #handlePage(): Promise<boolean> {
    const part = await this.#changes.load(this.#cursor.at, this.#lookedTo)
    const held = await this.#changes.loadHeld()
    const concerning = part.entries.filter((entry) => this.#changes.concern(entry))
    const events = concerning.filter((entry) => !held.has(entry.id))
    const first = events[0]
    if (!first) return this.#pass(part, concerning.length > 0 ? held : undefined)
    const cause = causeOf(first)
    const count = events.findIndex((entry) => !isSameCause(causeOf(entry), cause))
    const same = count === -1 ? events : events.slice(0, count)
    const page = same.slice(0, this.#size)
    const isWhole = page.length === events.length
    const next = isWhole ? part.next : requireAt(page, page.length - 1).at
    const isHandled = await this.#handleEvents(page, cause, { held, next })
    if (isHandled && isWhole) this.#lookedTo = part.upTo
    return !isHandled || !isWhole || part.more
  }

  /**
   * Skips changes that can't be handled now. The cursor is saved from time to time; at once if records
   * that are held have changes there, because their jobs handle what is before the cursor.
   */
  async #pass({ next, upTo, more }: JournaledChanges, held?: ReadonlySet<number>): Promise<boolean> {
    const isDue = held !== undefined || performance.now() - this.#savedAt >= saveInterval
    if (isDue && next.position > this.#cursor.at.position) {
      await this.#options.services.database.transact('commit', (transaction) => this.#move(transaction, next, held))
      this.#noteMove(next)
    }
    this.#lookedTo = upTo
    return more
  }

  /** Handles a page, and returns whether it was: if not, the next one has fewer events. */
  async #handleEvents(
    page: readonly JournaledChange[],
    cause: Cause,
    { held, next }: { held: ReadonlySet<number>; next: FeedPosition },
  ): Promise<boolean> {
    try {
      if (cause.chain.length >= maxDepth)
        throw new LoopFound(`Reactions lead to each other: ${cause.chain.join(' → ')}.`)
      await this.#run(page, cause, (transaction) => this.#move(transaction, next, held))
      this.#size = Math.min(this.#size * 2, maxEvents)
      this.#passing = 0
    } catch (error) {
      this.#passing = isPassing(error) ? this.#passing + 1 : 0
      if (this.#passing > 0 && this.#passing <= maxPassing) throw error
      // Fewer at a time, until the one that fails is alone.
      if (page.length === 1) await this.#park(requireAt(page, 0), held, error)
      else this.#size = Math.ceil(page.length / 2)
      return false
    }
    this.#noteMove(next)
    return true
  }

  /** Sends a job for a record that failed, and continues after it: what follows for the record waits for the job. */
  async #park(entry: JournaledChange, held: ReadonlySet<number>, error: unknown): Promise<void> {
    const { position } = this.#cursor.at
    const job = toParkedJob(this.reaction, entry, { after: position, error }, this.#options)
    await this.#options.services.database.transact('commit', async (transaction) => {
      await this.#move(transaction, entry.at, held)
      await transaction.run(job)
    })
    this.#noteMove(entry.at)
  }

  /** Runs the reaction over events in one transaction. */
  #run(
    entries: readonly JournaledChange[],
    cause: Cause,
    finish: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    return this.#options.runner.react(toReactionRun(this.reaction, cause), this.reaction, entries, finish)
  }

  /** Moves the cursor, unless a record that was held when its changes were passed over no longer is. */
  async #move(transaction: Transaction, next: FeedPosition, held?: ReadonlySet<number>): Promise<void> {
    if (this.#options.services.database.generation !== this.#generation) throw moved()
    const rows = await transaction.run(moveCursorStatement(this.#cursor, next))
    if (rows.length === 0) throw moved()
    if (held && !(await this.#changes.areHeld(held, transaction))) throw moved()
  }

  #noteMove(at: FeedPosition): void {
    this.#cursor = { ...this.#cursor, at }
    this.#lookedTo = Math.max(at.position, 0)
    this.#savedAt = performance.now()
    this.isFailing = false
  }
}

function moved(): CursorMoved {
  return new CursorMoved('Another process handled these changes.')
}
