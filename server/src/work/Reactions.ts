import { setTimeout } from 'node:timers/promises'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Logic } from '../logic/Logic.ts'
import type { Log } from '../request/log.ts'
import {
  noteCursorStatement,
  releaseCursorsStatement,
  takeCursorsStatement,
  toTakenCursors,
} from '../statement/service/cursors.ts'
import type { ClaimedJob } from '../statement/service/jobs.ts'
import { addMissingCursors } from './addMissingCursors.ts'
import { CursorMoved } from './errors.ts'
import type { LogicRunner } from './LogicRunner.ts'
import { explainError } from './explainError.ts'
import { FollowedReaction } from './FollowedReaction.ts'

/** What reactions need. */
export interface ReactionsOptions {
  readonly reactions: Logic['reactions']
  readonly services: ExecutionServices
  readonly runner: LogicRunner
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
  /** The reactions whose changes are being handled, each until it has caught up. */
  readonly #underWay = new Map<FollowedReaction, Promise<void>>()
  #takenAt = -Infinity
  /** In which generation of the database the cursors were taken. */
  #generation: number | undefined
  #closing = false

  constructor(options: ReactionsOptions) {
    this.#options = options
  }

  /** The names of the reactions that this process follows. */
  get followed(): readonly string[] {
    return [...this.#followed.keys()]
  }

  /** Adds the cursors of new reactions. */
  prepare(): Promise<void> {
    return addMissingCursors(this.#options)
  }

  /**
   * Starts to handle the changes up to the mark, for each reaction that is behind and not under way: none waits for
   * another. Returns whether any is under way.
   */
  async follow(released: number): Promise<boolean> {
    if (this.#options.reactions.size === 0) return false
    await this.#take()
    const now = performance.now()
    for (const one of this.#followed.values()) {
      const isBehind = one.lookedTo < released || one.isFailing
      if (isBehind && one.pausedUntil <= now && !this.#underWay.has(one)) this.#start(one)
    }
    return this.#underWay.size > 0
  }

  /** Resolves when all reactions have caught up. Meanwhile it keeps their cursors. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) {
      const renewal = setTimeout(this.#options.lease / 3, undefined, { ref: false })
      await Promise.race([Promise.all(this.#underWay.values()), renewal])
      await this.#take()
    }
  }

  /** Handles the changes of a record that failed before. */
  async retry(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const followed = this.#followed.get(job.name)
    if (!followed) throw new CursorMoved(`Another process follows ${job.name} now.`)
    try {
      await followed.retry(job, signal)
    } catch (error) {
      if (error instanceof CursorMoved) this.#forget(followed)
      throw error
    }
  }

  /** Begins no more pages. */
  stop(): void {
    this.#closing = true
  }

  /** Lets other processes follow. */
  async close(): Promise<void> {
    this.stop()
    await Promise.all(this.#underWay.values())
    if (this.#followed.size === 0) return
    await Promise.all([...this.#followed.values()].map((one) => one.settle()))
    await this.#options.services.database.run(releaseCursorsStatement(this.#options.holder), 'write')
  }

  /** Takes the cursors that no process follows, and keeps its own. It is done a few times in a lease. */
  async #take(): Promise<void> {
    const { reactions, services, holder, lease } = this.#options
    this.#forgetLost()
    if (performance.now() - this.#takenAt < lease / 3) return
    const began = performance.now()
    const work = { generation: services.database.generation, isUpkeep: true }
    const rows = await services.database.run(takeCursorsStatement([...reactions.keys()], holder, lease), 'write', work)
    if (this.#forgetLost()) return
    this.#takenAt = began
    const { taken, others } = toTakenCursors(rows)
    for (const name of others) this.#followed.delete(name)
    for (const cursor of taken) {
      const reaction = reactions.get(cursor.name)
      if (reaction && !this.#followed.has(cursor.name))
        this.#followed.set(cursor.name, new FollowedReaction(reaction, cursor, this.#options))
    }
  }

  /**
   * Forgets everything if another primary was promoted. It may not have the last moves of the cursors, nor the changes
   * that were looked through: other changes may have their positions there. Returns whether it did.
   */
  #forgetLost(): boolean {
    const { generation } = this.#options.services.database
    if (generation === this.#generation) return false
    this.#generation = generation
    this.#followed.clear()
    this.#takenAt = -Infinity
    return true
  }

  #start(followed: FollowedReaction): void {
    const ended = this.#catchUp(followed).finally(() => this.#underWay.delete(followed))
    this.#underWay.set(followed, ended)
  }

  /** Handles page after page. A reaction that can't continue is tried again after a pause. */
  async #catchUp(followed: FollowedReaction): Promise<void> {
    try {
      for (let isBehind = true; isBehind && this.#mayGoOn(followed); ) {
        isBehind = await followed.handle()
        if (followed.isFailing) await this.#note(followed, null)
      }
    } catch (error) {
      await this.#giveUp(followed, error)
    }
  }

  #mayGoOn(followed: FollowedReaction): boolean {
    return !this.#closing && this.#followed.get(followed.reaction.name) === followed
  }

  async #giveUp(followed: FollowedReaction, error: unknown): Promise<void> {
    const { name } = followed.reaction
    if (error instanceof CursorMoved) return this.#forget(followed)
    followed.pausedUntil = performance.now() + pause
    const reason = explainError(error)
    this.#options.log.warn({ reaction: name, reason }, 'a reaction cannot go on at the moment')
    await this.#note(followed, reason).catch(() => {})
  }

  /** Its place is read anew when the cursors are taken the next time, which is at once. */
  #forget(followed: FollowedReaction): void {
    const { name } = followed.reaction
    if (this.#followed.get(name) === followed) this.#followed.delete(name)
    this.#takenAt = -Infinity
  }

  /** Notes with the cursor why the reaction can't continue; null: it does. */
  async #note(followed: FollowedReaction, error: string | null): Promise<void> {
    const { services, holder } = this.#options
    // It may be noted also if the answer is lost.
    followed.isFailing = true
    await services.database.run(noteCursorStatement(followed.reaction.name, holder, error), 'write')
    followed.isFailing = error !== null
  }
}

/** How long to wait after a reaction could not continue, in milliseconds. */
const pause = 1_000
