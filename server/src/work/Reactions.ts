import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Logic } from '../logic/Logic.ts'
import type { Log } from '../log.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import {
  addCursorStatement,
  failCursorStatement,
  missingCursorsStatement,
  releaseCursorsStatement,
  takeCursorsStatement,
  toCursors,
} from '../statement/service/cursors.ts'
import type { ClaimedJob } from '../statement/service/jobs.ts'
import type { Execution } from './Execution.ts'
import { explainError } from './explainError.ts'
import { FollowedReaction } from './FollowedReaction.ts'
import { LeaseLost } from './LeaseLost.ts'

/** What reactions need. */
export interface ReactionsOptions {
  readonly reactions: Logic['reactions']
  readonly services: ExecutionServices
  readonly execution: Execution
  readonly log: Log
  /** A text that no other process has. */
  readonly holder: string
  /** How long a process follows without renewing it, in milliseconds. */
  readonly lease: number
  /** A random number from 0 to 1. */
  random(): number
}

/**
 * Follows the changes for the reactions. Each reaction is followed by one process at a time. Should two believe that
 * they do, the cursor lets one of them commit.
 */
export class Reactions {
  readonly #options: ReactionsOptions
  readonly #followed = new Map<string, FollowedReaction>()
  #takenAt = -Infinity
  #closing = false

  constructor(options: ReactionsOptions) {
    this.#options = options
  }

  /** The names of the reactions that this process follows. */
  get followed(): readonly string[] {
    return [...this.#followed.keys()]
  }

  /** Adds the cursors of new reactions, which begin now or with the oldest change that is kept. */
  async prepare(): Promise<void> {
    const { reactions, services } = this.#options
    const names = [...reactions.keys()]
    const missing = new Set((await services.database.run(missingCursorsStatement(names), 'read')).map(([name]) => name))
    if (missing.size === 0) return
    const authorization = serviceAuthorization(services.models)
    const { next } = await services.run.changes({ models: [], authorization, after: 'now', limit: 1 })
    for (const { name, from } of reactions.values())
      if (missing.has(name)) {
        const place = from === 'start' ? { position: 0, digest: '' } : next
        await services.database.run(addCursorStatement({ name, place }), 'write')
      }
  }

  /** Handles the changes up to the mark, all reactions at the same time. Returns whether there were any. */
  async followAll(released: number): Promise<boolean> {
    if (this.#options.reactions.size === 0) return false
    await this.#take()
    const now = performance.now()
    const behind = [...this.#followed.values()].filter((one) => one.lookedTo < released && one.pausedUntil <= now)
    await Promise.all(behind.map((one) => this.#follow(one)))
    return behind.length > 0
  }

  /** Handles the changes of a record that failed before. */
  async retry(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const followed = this.#followed.get(job.name)
    if (!followed) throw new TypeError(`Another process follows ${job.name} now.`)
    await followed.retry(job, signal)
  }

  /** Begins no more pages. */
  stop(): void {
    this.#closing = true
  }

  /** Lets other processes follow. */
  async close(): Promise<void> {
    this.stop()
    if (this.#followed.size === 0) return
    await Promise.all([...this.#followed.values()].map((one) => one.settle()))
    await this.#options.services.database.run(releaseCursorsStatement(this.#options.holder), 'write')
  }

  /** Takes the cursors that nobody follows, and keeps its own. It is done a few times in a lease. */
  async #take(): Promise<void> {
    const { reactions, services, holder, lease } = this.#options
    if (performance.now() - this.#takenAt < lease / 3) return
    this.#takenAt = performance.now()
    const rows = await services.database.run(takeCursorsStatement([...reactions.keys()], holder, lease), 'write')
    const taken = new Map(toCursors(rows).map((cursor) => [cursor.name, cursor]))
    for (const name of this.#followed.keys()) if (!taken.has(name)) this.#followed.delete(name)
    for (const [name, cursor] of taken) {
      const reaction = reactions.get(name)
      if (reaction && !this.#followed.has(name))
        this.#followed.set(name, new FollowedReaction(reaction, cursor, this.#options))
    }
  }

  /** A reaction that can't go on does not hold up the others: it is tried again after a pause. */
  async #follow(followed: FollowedReaction): Promise<void> {
    try {
      while (!this.#closing && (await followed.handle())) await this.#take()
    } catch (error) {
      await this.#giveUp(followed, error)
    }
  }

  async #giveUp(followed: FollowedReaction, error: unknown): Promise<void> {
    const { services, log } = this.#options
    const { name } = followed.reaction
    followed.pausedUntil = performance.now() + pause
    if (error instanceof LeaseLost) {
      // Its place is read again from the database.
      this.#followed.delete(name)
      this.#takenAt = -Infinity
    }
    log.warn({ reaction: name, reason: explainError(error) }, 'a reaction cannot go on at the moment')
    await services.database.run(failCursorStatement(name, explainError(error)), 'write').catch(() => {})
  }
}

/** How long to wait after a reaction could not go on, in milliseconds. */
const pause = 1_000
