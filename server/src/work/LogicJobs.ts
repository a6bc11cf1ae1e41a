import { withoutUnhandled } from '../execute/logic/withoutUnhandled.ts'
import { parseJobInput } from '../execute/logic/parseJobInput.ts'
import type { LogicLog } from '../logic/context.ts'
import type { Job, Logic, Schedule } from '../logic/Logic.ts'
import type { JobRecords } from '../logic/Records.ts'
import { type Log, toLogicLog } from '../request/log.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import { endJobStatement } from '../statement/service/jobEnds.ts'
import { type ClaimedJob, toWorkName } from '../statement/service/jobs.ts'
import { causeOf, toJobRequest } from './cause.ts'
import type { LogicRunner, WorkRun } from './LogicRunner.ts'
import type { JobRunner } from './Jobs.ts'
import { JobProgress } from './JobProgress.ts'
import { JobSteps } from './JobSteps.ts'
import { LeaseLost } from './errors.ts'
import type { FreeMail, Mails } from './mail/Mails.ts'
import { ownMailKindOf, ownMailNames } from '../logic/ownMails.ts'
import type { Reactions } from './Reactions.ts'

/** The time for one try if the declaration does not say it, in milliseconds. */
const [jobTimeout, scheduleTimeout, mailTimeout] = [300_000, 60_000, 60_000]
/** The most statements of one read of a mail. */
const mailStatements = 50
/** How often a reaction, a schedule and a mail are tried. */
const otherTries = 12

/** What `LogicJobs` needs. */
export interface LogicJobsOptions {
  readonly logic: Pick<Logic, 'jobs' | 'schedules' | 'mails'>
  /** What sends mails; absent without a mail server: then mails wait. */
  readonly mails?: Mails | undefined
  readonly reactions: Reactions
  readonly runner: LogicRunner
  readonly database: Database
  readonly models: Models
  readonly log: Log
}

/** Runs the jobs of declared logic: declared jobs, records that a reaction could not handle, times of schedules. */
export class LogicJobs implements JobRunner {
  readonly #options: LogicJobsOptions

  constructor(options: LogicJobsOptions) {
    this.#options = options
  }

  names(): readonly string[] {
    const { logic, reactions, mails } = this.#options
    return [
      ...[...logic.jobs.keys()].map((name) => toWorkName({ kind: 'job', name })),
      ...[...logic.schedules.keys()].map((name) => toWorkName({ kind: 'schedule', name })),
      ...reactions.followed.map((name) => toWorkName({ kind: 'reaction', name })),
      ...(mails?.isOpen ? [...logic.mails.keys(), ...(mails.sendsOwn ? ownMailNames : [])] : []).map((name) =>
        toWorkName({ kind: 'mail', name }),
      ),
    ]
  }

  triesOf({ kind, name }: ClaimedJob): number {
    return (kind === 'job' ? this.#options.logic.jobs.get(name)?.tries : undefined) ?? otherTries
  }

  async run(job: ClaimedJob, signal: AbortSignal): Promise<void> {
    const { logic, reactions } = this.#options
    const [declared, schedule] = [logic.jobs.get(job.name), logic.schedules.get(job.name)]
    if (job.kind === 'reaction') return reactions.retry(job, signal)
    if (job.kind === 'schedule' && schedule) return this.#runSchedule(job, schedule, signal)
    if (job.kind === 'job' && declared) return this.#runJob(job, declared, signal)
    if (job.kind === 'mail') return this.#runMail(job)
    throw new TypeError(`This process does not know the ${job.kind} ${job.name}.`)
  }

  /** A mail reads its records with the rights of its role when it is sent. */
  async #runMail(job: ClaimedJob): Promise<void> {
    const { logic, mails, runner } = this.#options
    const mail = logic.mails.get(job.name)
    const own = ownMailKindOf(job.name)
    if (own && mails)
      return mails.runOwn(job, own, toJobRequest(job, causeOf({ requestId: job.requestId, by: job.sentBy })))
    if (!mail || !mails) throw new TypeError(`This process does not know the mail ${job.name}.`)
    const run = toRun(job, { ...mail, kind: 'job', statements: mailStatements }, mailTimeout)
    await mails.run(job, mail, await runner.read(run), run.requestId)
  }

  /** A job runs outside of a transaction, so that it can wait for others. Its own transactions are steps. */
  async #runJob(job: ClaimedJob, declared: Job, given: AbortSignal): Promise<void> {
    const { runner, database, models } = this.#options
    const timeout = declared.timeout ?? jobTimeout
    const signal = AbortSignal.any([given, AbortSignal.timeout(timeout)])
    const run = toRun(job, declared, timeout)
    const readable = await runner.read(run)
    const reported = new JobProgress(job, database)
    const steps = new JobSteps(job, run, signal, runner)
    const { transact, progress } = withoutUnhandled({ transact: steps.transact, progress: reported.report })
    const records: JobRecords = Object.assign(Object.create(readable), { transact })
    const context = {
      key: `${job.name}/${job.id}/${job.sentOn}`,
      attempt: job.tries,
      moment: new Date(job.sentOn),
      signal,
      log: this.#logOf(job),
      progress,
      mail: this.#sendsMails(`${job.name}/${job.id}/${job.sentOn}`),
    }
    const sent = { models, userId: job.sentBy, moment: context.moment }
    const input = parseJobInput(Object(job.input), declared, sent)
    try {
      await unlessAborted(signal, () => declared.run(input, records, context))
    } finally {
      await reported.close()
    }
    const { generation } = job
    const ended = await database.run(endJobStatement(job, run.requestId), 'write', { generation })
    if (ended.length === 0) throw new LeaseLost('Another process took over the job.')
  }

  /** A schedule runs in one transaction, together with the end of its job. */
  async #runSchedule(job: ClaimedJob, schedule: Schedule, signal: AbortSignal): Promise<void> {
    const timeout = schedule.timeout ?? scheduleTimeout
    const { on } = job.input as { readonly on: string }
    const context = { due: new Date(on), moment: new Date(job.sentOn), signal, log: this.#logOf(job) }
    const run = toRun(job, schedule, timeout)
    await this.#options.runner.transact(
      run,
      (records) => schedule.run(records, context),
      async (transaction) => {
        const ended = await transaction.run(endJobStatement(job, run.requestId))
        if (ended.length === 0) throw new LeaseLost('Another process took over the job.')
      },
    )
  }

  /** Each mail of a job has a key of its own, which is the same at every try. */
  #sendsMails(key: string): (mail: FreeMail) => Promise<void> {
    let count = 0
    return async (mail) => {
      const { mails } = this.#options
      if (!mails) throw new TypeError('There is no mail server: set smtpUrl and mailFrom.')
      await mails.send(mail, `${key}/${++count}`)
    }
  }

  #logOf({ kind, name, id }: ClaimedJob): LogicLog {
    return toLogicLog(this.#options.log, { [kind]: name, id })
  }
}

function toRun(
  job: ClaimedJob,
  { kind, as, statements }: Pick<Job | Schedule, 'kind' | 'as' | 'statements'>,
  timeout: number,
): WorkRun {
  const requestId = toJobRequest(job, causeOf({ requestId: job.requestId, by: job.sentBy }))
  const { name, sentBy: user, keyId: key, generation } = job
  const until = performance.now() + timeout
  return { kind, name, actor: { as, user, key }, requestId, until, timeout, statements, generation }
}

/**
 * Waits for a job, but not longer than its signal allows: the job may not look at it. What it does afterwards has no
 * effect on records.
 */
async function unlessAborted(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([run(), aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
