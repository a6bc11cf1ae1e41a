import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../request/log.ts'
import type { Database } from '../postgres/Database.ts'
import { giveBackJobStatement, parkJobStatement, retryJobStatement } from '../statement/service/jobEnds.ts'
import { claimJobsStatement, noSender } from '../statement/service/claimJobs.ts'
import { type ClaimedJob, renewJobsStatement, toClaimedJobs } from '../statement/service/jobs.ts'
import { toDelay } from './backoff.ts'
import { CursorMoved, LeaseLost } from './errors.ts'
import { explainError } from './explainError.ts'
import { serviceRequestId } from '../request/requestIds.ts'

/** Runs a job to its end. It fails if the end could not be written. */
export interface JobRunner {
  /** The names of the jobs that can be run now, with their kinds. */
  names(): readonly string[]
  /** How often a job is tried. */
  triesOf(job: ClaimedJob): number
  run(job: ClaimedJob, signal: AbortSignal): Promise<void>
}

/** What `Jobs` needs. */
export interface JobsOptions {
  readonly database: Database
  readonly runner: JobRunner
  readonly log: Log
  /** The most jobs at a time. */
  readonly maxJobs: number
  /** How long a claim is valid without being renewed, in milliseconds. */
  readonly lease: number
  /** A random number from 0 to 1. */
  random(): number
  /** Called when a process with many jobs has room for more. */
  onEnded(): void
}

interface Running {
  readonly job: ClaimedJob
  readonly abort: AbortController
  readonly ended: Promise<void>
  leaseEnd: number
}

/**
 * Runs the jobs of this process. Each is claimed with a lease, which is renewed while it runs: if the process dies,
 * another one runs the job when the lease has ended. A lease that has ended while the database was away is renewed if
 * no other process took the job; if one did, the run is aborted. It is also aborted if another primary was promoted,
 * which may have given the job to another process under the same number.
 */
export class Jobs {
  readonly #options: JobsOptions
  readonly #running = new Map<number, Running>()
  /** The sender of the job that was claimed last: the next turn begins behind it. */
  #lastSender = -1
  #renewal: NodeJS.Timeout | undefined
  #closing = false

  constructor(options: JobsOptions) {
    this.#options = options
  }

  get running(): number {
    return this.#running.size
  }

  /** Whether more jobs can be claimed. If not, `onEnded` is called when they can. */
  get hasRoom(): boolean {
    return this.#running.size < this.#options.maxJobs
  }

  /** Claims due jobs and starts them; with a later moment, also those that are due by then. */
  async claim(at?: number): Promise<void> {
    const { database, runner, maxJobs, lease } = this.#options
    const free = maxJobs - this.#running.size
    const names = runner.names()
    if (this.#closing || free <= 0 || names.length === 0) return
    const running = [...this.#running.values()].map(({ job }) => job)
    const wanted = claimJobsStatement({ names, running, limit: free, lease, at, after: this.#lastSender })
    const { generation } = database
    const rows = await database.run(wanted, 'write', { generation })
    for (const job of toClaimedJobs(rows, generation)) {
      this.#lastSender = job.sentBy ?? noSender
      this.#start(job)
    }
  }

  /** Aborts and gives back the jobs that were claimed from another primary than the one of now. */
  abortLost(): void {
    for (const { job, abort } of this.#running.values())
      if (this.#isLost(job)) abort.abort(new LeaseLost('Another database server was promoted to primary.'))
  }

  /** Resolves when a job that runs now has ended. */
  async anyEnded(): Promise<void> {
    await Promise.race([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Claims no more jobs, and waits for those that run. After a while they are aborted and given back. */
  async close(patience: number): Promise<void> {
    this.#closing = true
    const abort = setTimeout(() => {
      for (const running of this.#running.values()) running.abort.abort(new Draining('The process is about to end.'))
    }, patience)
    const last = setTimeout(() => this.#running.clear(), patience + lastPatience)
    while (this.#running.size > 0) await Promise.race([this.anyEnded(), wait(100)])
    clearTimeout(abort)
    clearTimeout(last)
    clearTimeout(this.#renewal)
  }

  #start(job: ClaimedJob): void {
    const abort = new AbortController()
    const ended = this.#run(job, abort).finally(() => {
      this.#running.delete(job.id)
      if (this.#running.size <= this.#options.maxJobs / 2) this.#options.onEnded()
    })
    this.#running.set(job.id, { job, abort, ended, leaseEnd: job.leaseEnd })
    this.#renewal ??= setTimeout(() => void this.#renew(), this.#options.lease / 3)
  }

  async #run(job: ClaimedJob, { signal }: AbortController): Promise<void> {
    const { runner, log } = this.#options
    const { id, name, tries, failures } = job
    try {
      // A process that died may have died of this job.
      if (failures >= runner.triesOf(job)) throw new ProcessEnded(`The process ended ${failures} times while it ran.`)
      await runner.run(job, signal)
    } catch (error) {
      await this.#fail(job, error, signal)
        .catch((fault: unknown) => (this.#isLost(job) ? this.#giveBack(job) : Promise.reject(fault)))
        .catch((fault: unknown) => {
          // The lease ends by itself, and the job is tried again.
          log.warn({ job: name, id, tries, err: fault }, 'the end of a job could not be written')
        })
    }
  }

  #isLost({ generation }: ClaimedJob): boolean {
    return generation !== this.#options.database.generation
  }

  async #giveBack(job: ClaimedJob): Promise<void> {
    const leaseEnd = this.#running.get(job.id)?.leaseEnd ?? job.leaseEnd
    const statement = giveBackJobStatement(job, this.#isLost(job) ? leaseEnd : undefined)
    const { generation } = this.#options.database
    await this.#options.database.run(statement, 'write', { generation })
  }

  async #fail(job: ClaimedJob, error: unknown, signal: AbortSignal): Promise<void> {
    const { database, runner, log, random } = this.#options
    const { id, name } = job
    if (this.#isLost(job) || signal.reason instanceof Draining || error instanceof CursorMoved)
      return this.#giveBack(job)
    if (error instanceof LeaseLost) return log.warn({ job: name, id }, 'another process took over a job')
    const { generation } = job
    const failures = job.failures + (error instanceof ProcessEnded ? 0 : 1)
    const text = explainError(error)
    if (failures < runner.triesOf(job)) {
      const delay = toDelay(failures, random())
      log.warn({ job: name, id, failures, delay, reason: text }, 'a job failed and is tried again')
      await database.run(retryJobStatement(job, text, delay), 'write', { generation })
      return
    }
    log.error({ job: name, id, failures, reason: text }, 'a job failed too often')
    await database.run(parkJobStatement(job, text, serviceRequestId('job', id, name)), 'write', { generation })
  }

  async #renew(): Promise<void> {
    const { database, lease, log } = this.#options
    this.abortLost()
    const { generation } = database
    const running = [...this.#running.values()].filter(({ job }) => !this.#isLost(job))
    const claims = running.map(({ job }) => job)
    try {
      const rows = await database.run(renewJobsStatement(claims, lease), 'write', { generation })
      const held = new Map(rows.map(([id, leaseEnd]) => [Number(id), Number(leaseEnd)]))
      for (const one of running) {
        const leaseEnd = held.get(one.job.id)
        if (leaseEnd === undefined) one.abort.abort(new LeaseLost('Another process took over the job.'))
        else one.leaseEnd = leaseEnd
      }
    } catch (error) {
      log.warn({ reason: explainError(error) }, 'the leases of jobs could not be renewed')
    }
    this.#renewal = undefined
    if (this.#running.size > 0) this.#renewal = setTimeout(() => void this.#renew(), lease / 3)
  }
}

/** How long a job may take to end after its signal was aborted, in milliseconds. */
const lastPatience = 5_000

class Draining extends Error {
  override readonly name = 'Draining'
}

class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
}
