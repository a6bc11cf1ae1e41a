import { Failure, unavailable } from '../../failure/failure.ts'
import type { Records } from '../../logic/Records.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import { CallQueue } from './CallQueue.ts'
import type { CountedTransaction } from './countStatements.ts'
import { LogicReads } from './LogicReads.ts'
import { createRecords } from './LogicRecords.ts'
import { LogicFault } from './errors.ts'
import { checkSentJob, toStoredInput } from './parseJobInput.ts'
import { LogicWrites } from './LogicWrites.ts'
import { maxWaitingJobs, type SentJob, sendJobsStatement } from '../../statement/service/jobsSent.ts'
import type { LogicRun } from './runLogic.ts'
import { tookTooLong } from './tookTooLong.ts'
import type { UsedRecords } from './UsedRecords.ts'

/** The attempt that the code of an application runs in. */
interface LogicAttempt {
  readonly tx: WriteTransaction
  /** The statements of its calls. */
  readonly statements: CountedTransaction
  readonly used: UsedRecords
  readonly context: WriteContext
  /** Called when jobs were sent, before the commit. */
  onJobsSent(): void
}

/**
 * Runs the code of an application. It ends when the code has ended and all its calls are done, also those that it did
 * not wait for; or at the deadline. After that, calls fail.
 */
export async function runCode<T>(
  run: LogicRun<T>,
  { tx, statements, used, context, onJobsSent }: LogicAttempt,
  code: (records: Records) => Promise<T>,
): Promise<T> {
  const { name, deadline, onPause } = run
  const queue = new CallQueue((milliseconds) => onPause?.(milliseconds))
  const { models } = tx.services
  const records = createRecords({
    queue,
    reads: new LogicReads(tx, used),
    writes: new LogicWrites(tx, context, used),
    findModel: (model) => models.find(model),
    enqueue: async (jobs) => {
      if (jobs.length > maxWaitingJobs)
        throw new LogicFault(
          `${name} sends ${jobs.length} jobs together: at most ${maxWaitingJobs} of a user can wait.`,
        )
      const { userId } = context.authorization
      refuseWiderJobs(jobs, tx)
      for (const job of jobs) checkSentJob(job, tx.services.jobs, { models, userId, moment: new Date(0) })
      const stored = jobs.map((job) => ({ ...job, input: toStoredInput(job) }))
      for (const ofKind of Map.groupBy(stored, ({ kind }) => kind).values()) {
        const sent = await tx.transaction.run(sendJobsStatement(ofKind, context.authorization, context.requestId))
        if (sent.length === 0) throw tooManyJobs(ofKind.length)
      }
      onJobsSent()
    },
  })
  const timer = setTimeout(() => queue.expire(tookTooLong(run)), left(deadline.at))
  try {
    const began = performance.now()
    const running = Promise.resolve(code(records))
    onPause?.(performance.now() - began)
    const result = await queue.untilDone(running)
    if (queue.error) throw queue.error.cause
    return result
  } catch (error) {
    statements.stop()
    throw decisive(queue.error, error)
  } finally {
    clearTimeout(timer)
    queue.close(new LogicFault(`${name} has ended: wait for all calls of records with await.`))
    await queue.untilIdle()
  }
}

/** A job runs with all rights of its sender, or passes on to one that does. A token may have some of them alone. */
function refuseWiderJobs(jobs: readonly Pick<SentJob, 'kind' | 'name'>[], { authorization }: WriteTransaction): void {
  const isLimited = (authorization.credential?.client?.roles ?? null) !== null
  const job = isLimited ? jobs.find(({ kind }) => kind === 'job') : undefined
  if (!job) return
  throw new Failure('not-permitted', `The token is limited to some roles, which the job ${job.name} is not: log in.`)
}

/** The failure of sending jobs when too many of the user wait already. */
function tooManyJobs(count: number): Failure {
  return unavailable(
    `More than ${maxWaitingJobs - count} jobs that you sent wait to be run, and this would send ${count} more: ` +
      `at most ${maxWaitingJobs} of a user can wait. Wait until some of them are done.`,
    { outcome: 'not-applied', reason: 'jobs', retryAfter: 30 },
  )
}

/**
 * What ended the code. If a write was refused, its own error counts, such as a refusal that it throws because of that.
 * Nothing that it throws hides an error of the database, a record that has changed, or a mistake of its own.
 */
function decisive(ofQueue: { readonly cause: unknown } | undefined, thrown: unknown): unknown {
  return ofQueue && !(ofQueue.cause instanceof Failure) ? ofQueue.cause : thrown
}

function left(at: number): number {
  return Math.max(0, at - performance.now())
}
