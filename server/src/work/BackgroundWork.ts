import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { Logic } from '../logic/Logic.ts'
import type { Log } from '../request/log.ts'
import { failedWorkStatement, lookForWorkStatement, toWorkState, type WorkState } from '../statement/service/work.ts'
import type { LogicRunner } from './LogicRunner.ts'
import { explainError } from './explainError.ts'
import { Jobs } from './Jobs.ts'
import { LogicJobs } from './LogicJobs.ts'
import type { Mails } from './mail/Mails.ts'
import type { OrderedMails } from './mail/orderMails.ts'
import { Reactions } from './Reactions.ts'
import { releaseDrawn } from './releaseDrawn.ts'
import { Schedules } from './Schedules.ts'

/** What the work of a process needs. */
export interface BackgroundWorkOptions {
  readonly services: ExecutionServices
  readonly logic: Pick<Logic, 'jobs' | 'reactions' | 'schedules' | 'mails'>
  /** What sends mails; absent without a mail server: then mails wait. */
  readonly mails?: Mails | undefined
  readonly runner: LogicRunner
  readonly log: Log
  /** A text that no other process has. */
  readonly holder: string
  /** How long work is claimed without being renewed, in milliseconds. */
  readonly lease: number
  /** The most jobs at a time. */
  readonly maxJobs: number
  /** A random number from 0 to 1. */
  random(): number
  /** Looks what there is to do, for others as well; absent: for this work alone. */
  look?(names: readonly string[]): Promise<WorkState>
  /** The time by which schedules go, from that of the database; the same if absent. */
  toTime?(databaseTime: number): number
}

/** What `settle` did. */
export interface SettledWork {
  /** How many rounds had something to do. */
  readonly rounds: number
  /** What failed meanwhile, as a text for each. */
  readonly failures: readonly string[]
}

/** How often a process looks what other processes have left to do, in milliseconds. */
const interval = 1_000

/**
 * The work of a process besides requests: it runs jobs, follows the changes for reactions, sends the jobs of schedules,
 * and orders mails for those who asked for a link or logged in from a new network. An idle process sends one statement
 * a second, and none if nothing is declared and no mails are sent.
 */
export class BackgroundWork {
  readonly #options: BackgroundWorkOptions
  readonly #jobs: Jobs
  readonly #reactions: Reactions
  readonly #schedules: Schedules
  readonly #runner: LogicJobs
  /** The generation of the database that has the cursors and the schedules: another primary may not have them. */
  #preparedIn: number | undefined
  #failing: string | undefined
  #looking: Promise<void> = Promise.resolve()
  #wakeUp: (() => void) | undefined
  #closing = false

  constructor(options: BackgroundWorkOptions) {
    this.#options = options
    const { logic, services, log } = options
    const { database, models } = services
    this.#reactions = new Reactions({ ...options, reactions: logic.reactions })
    this.#schedules = new Schedules({ database, schedules: logic.schedules, log })
    this.#runner = new LogicJobs({ ...options, database, models, reactions: this.#reactions })
    this.#jobs = new Jobs({ ...options, database, runner: this.#runner, onEnded: () => this.wake() })
  }

  /** Starts to look for work, if any is declared. */
  start(): void {
    const { jobs, reactions, schedules, mails } = this.#options.logic
    const isDeclared = jobs.size + reactions.size + schedules.size + mails.size > 0
    if (isDeclared || this.#sendsOwnMails) this.#looking = this.#repeat()
  }

  /** Looks at once, because a transaction of this process has sent a job; or as soon as there is room for one. */
  wake(): void {
    if (this.#jobs.hasRoom) this.#wakeUp?.()
  }

  /** Looks at once, because changes were released that reactions may follow. */
  onReleased(): void {
    if (this.#options.logic.reactions.size > 0) this.#wakeUp?.()
  }

  /** Begins nothing more, waits for what is under way, and lets other processes continue. */
  async close(patience: number): Promise<void> {
    this.#closing = true
    this.#reactions.stop()
    this.#wakeUp?.()
    await this.#looking
    await this.#jobs.close(patience)
    await this.#reactions.close().catch(() => {})
    this.#options.mails?.close()
  }

  /**
   * Does all that is due, until nothing is left: for tests, instead of `start`. `at` is a moment in milliseconds since
   * 1970: what is due by then is done already now.
   */
  async settle(at?: number): Promise<SettledWork> {
    const before = await this.#findFailed()
    for (let rounds = 0; ; rounds++) {
      await releaseDrawn(this.#options.services.database)
      const state = this.#onTime(await this.#look())
      const sent = await this.#schedules.send({ ...state, now: Math.max(state.now, at ?? 0) })
      const hasFollowed = await this.#reactions.follow(state.released)
      const ordered = await this.#orderMails({ areLinksAsked: true, areLoginsNew: true }, at)
      await this.#reactions.idle()
      await this.#jobs.claim(at)
      const hasRun = this.#jobs.running > 0
      while (this.#jobs.running > 0) await this.#jobs.anyEnded()
      if (sent > 0 || hasFollowed || hasRun || ordered > 0) continue
      const after = await this.#findFailed()
      return { rounds, failures: [...after].flatMap(([key, failure]) => (before.has(key) ? [] : [failure])) }
    }
  }

  async #findFailed(): Promise<ReadonlyMap<string | null, string>> {
    const rows = await this.#options.services.database.run(failedWorkStatement, 'read')
    return new Map(rows.map(([key = null, name, error]) => [key, `${name} failed: ${error}`]))
  }

  async #repeat(): Promise<void> {
    while (!this.#closing) {
      const slept = this.#sleep()
      try {
        await this.#pass()
        this.#failing = undefined
      } catch (error) {
        this.#logFailure(error)
      }
      await slept
    }
  }

  async #pass(): Promise<void> {
    const state = await this.#look()
    const sent = await this.#schedules.send(this.#onTime(state))
    const ordered = await this.#orderMails(state)
    if (state.areJobsDue || sent + ordered > 0) await this.#jobs.claim()
    // Reactions run by themselves, so that a slow one holds up neither jobs nor other reactions.
    await this.#reactions.follow(state.released)
  }

  async #look(): Promise<WorkState> {
    const { database } = this.#options.services
    const ask =
      this.#options.look ?? (async (names) => toWorkState(await database.run(lookForWorkStatement(names), 'read')))
    const look = () => ask(this.#runner.names())
    const state = await look()
    const { generation } = database
    if (this.#preparedIn === generation) return state
    this.#jobs.abortLost()
    await this.#schedules.prepare(this.#onTime(state).now)
    await this.#reactions.prepare()
    this.#preparedIn = generation
    return look()
  }

  get #sendsOwnMails(): boolean {
    return this.#options.mails?.sendsOwn ?? false
  }

  /** Orders mails of the service itself, and returns how many. */
  async #orderMails(state: OrderedMails, at?: number): Promise<number> {
    return (await this.#options.mails?.orderMails(state, at)) ?? 0
  }

  #onTime(state: WorkState): WorkState {
    const { toTime } = this.#options
    return toTime ? { ...state, now: toTime(state.now) } : state
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, interval)
      this.#wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Logs a failure once until the work succeeds again. */
  #logFailure(error: unknown): void {
    const reason = explainError(error)
    if (this.#failing !== reason) this.#options.log.warn({ reason }, 'looking for work failed')
    this.#failing = reason
  }
}
