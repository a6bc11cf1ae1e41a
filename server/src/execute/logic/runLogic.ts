import { optionsOf } from '../../batch/optionsOf.ts'
import type { Deadline } from '../../request/deadline.ts'
import { Failure, unavailable } from '../../failure/failure.ts'
import type { Records } from '../../logic/Records.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { findSqlState } from '../../postgres/Connection.ts'
import type { Transaction } from '../../postgres/Transaction.ts'
import { beginLogicStatement, endLogicStatement, lockUsedStatement } from '../../statement/logic/frame.ts'
import { AuthorizationChanged, requireAuthorized } from '../../statement/authorization/authCheck.ts'
import { findLock, IdTaken, NumberTaken } from '../../statement/refusal/toRecordFailure.ts'
import { endChangeSetStatement } from '../../statement/service/changeSets.ts'
import { continueChangeSetStatement } from '../../statement/service/dataMigrations.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { openWrite } from '../write/openWrite.ts'
import { preventEscalation } from '../write/access/preventEscalation.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import { countStatements } from './countStatements.ts'
import { RecordsChanged, SavepointsNeeded } from './errors.ts'
import { runCode } from './runCode.ts'
import { isOutOfTime, tookTooLong } from './tookTooLong.ts'
import { UsedRecords } from './UsedRecords.ts'

/** One run of logic: whose it is, how long it may take, and what ends it. `Result` is what its code returns. */
export interface LogicRun<Result = unknown> {
  readonly name: string
  readonly kind: 'action' | 'job' | 'reaction' | 'schedule' | 'migration'
  /** Its change set goes on over several transactions: the one that the first began, or a new one. */
  readonly longChangeSet?: { readonly id: number | undefined }
  /** The caller's, or one with the rights of the role that `as` names. */
  readonly authorization: Authorization
  readonly requestId: string
  readonly deadline: Deadline
  /** The time that it may take until then, in milliseconds. */
  readonly timeout: number
  /** The most statements of one attempt. */
  readonly statements: number
  /** It is sent only while the database is in this generation; in any if absent. */
  readonly generation?: number | undefined
  /** Everything is rolled back at the end. */
  readonly dryRun?: boolean
  /** What each attempt asks before its code runs; it fails by throwing. */
  readonly begin?: (transaction: Transaction, used: UsedRecords) => Promise<void>
  /**
   * Statements of the service's own in the same transaction, after everything else: a job's end, the next position of a
   * cursor, the stored response. They belong to no change set.
   */
  readonly finish?: (transaction: Transaction, ended: EndedLogic<Result>) => Promise<void>
  /** Learns how long the code ran without letting others run, in milliseconds. */
  readonly onPause?: (milliseconds: number) => void
}

/** What is known of logic when its writes are done. */
export interface EndedLogic<Result = unknown> {
  readonly result: Result
  /** The change set of its writes; absent if it wrote nothing, or if it is a dry run. */
  readonly changeSet: number | undefined
}

/** How often logic runs before it fails because others keep changing what it reads. */
export const maxAttempts = 5

/**
 * Runs logic over the records in one transaction: once, or again if a record that it read was changed before the
 * commit, or after a deadlock. The second attempt locks what the first one used, so that it waits instead of failing.
 */
export async function runLogic<T>(
  run: LogicRun<T>,
  services: ExecutionServices,
  code: (records: Records) => Promise<T>,
): Promise<T> {
  const authorization = { ...run.authorization, deadline: run.deadline }
  const progress: Progress = { attempts: 0, used: new UsedRecords(), withSavepoints: false, hasSentJobs: false }
  const steps = (transaction: Transaction) => attempt(transaction, { ...run, authorization }, services, progress, code)
  const { generation } = run
  const options = { ...optionsOf([authorization], 'slow'), ...(generation === undefined ? {} : { generation }) }
  for (;;) {
    try {
      const result = await services.database.transact(run.dryRun ? 'rollback' : 'commit', steps, options)
      if (progress.hasSentJobs && !run.dryRun) services.onJobsSent?.()
      return result
    } catch (error) {
      if (error instanceof SavepointsNeeded) progress.withSavepoints = true
      else if (progress.attempts > 0 && isOutOfTime(run, error)) throw tookTooLong(run, error)
      else if (!mayStartOver(error) && !(progress.attempts === 1 && isLocked(error))) throw error
      if (progress.attempts >= maxAttempts || run.deadline.at <= performance.now()) throw outrun(run, error)
    }
  }
}

/**
 * How long the first attempt waits for a lock, in milliseconds. The transaction that holds the lock will probably
 * change what this attempt read. The next attempt locks in one order, and waits as long as others.
 */
const firstPatience = 100

/** What one attempt leaves to the next. */
interface Progress {
  attempts: number
  used: UsedRecords
  withSavepoints: boolean
  hasSentJobs: boolean
}

async function attempt<T>(
  transaction: Transaction,
  run: LogicRun<T>,
  services: ExecutionServices,
  progress: Progress,
  code: (records: Records) => Promise<T>,
): Promise<T> {
  const { authorization, dryRun = false, requestId, kind, statements: most, name } = run
  progress.attempts += 1
  const before = progress.used
  const used = new UsedRecords()
  progress.used = used
  progress.hasSentJobs = false
  const patience = progress.attempts === 1 ? firstPatience : undefined
  const [begun] = await transaction.run(
    beginLogicStatement(authorization.credential, {
      hasChangeSet: !dryRun,
      patience,
      changeSet: run.longChangeSet?.id,
    }),
  )
  requireAuthorized(begun ? [begun.slice(0, 1)] : [])
  const { models } = services
  const earlier = before.byModel.toSorted((a, b) => models.lockRankOf(a.model) - models.lockRankOf(b.model))
  if (progress.attempts > 1 && earlier.length > 0) await transaction.run(lockUsedStatement(earlier))
  await run.begin?.(transaction, used)
  const counted = countStatements(transaction, { name, most, withSavepoints: progress.withSavepoints })
  const tx = openWrite(counted, authorization, services, { locksOnRetry: true })
  const writeContext = { authorization, requestId, dryRun, changeSet: kind, changeSetName: name }
  const onJobsSent = () => {
    progress.hasSentJobs = true
  }
  const result = await runCode(run, { tx, statements: counted, used, context: writeContext, onJobsSent }, code)
  await preventEscalation({ ...tx, transaction }, dryRun)
  const changeSet = await end(transaction, tx, used, {
    changeSet: dryRun ? undefined : { id: Number(begun?.[1]), writeContext, isLong: run.longChangeSet !== undefined },
    lockTimeout: begun?.[2] ?? '0',
  })
  await run.finish?.(transaction, { result, changeSet })
  return result
}

interface OpenChangeSet {
  readonly id: number
  readonly writeContext: WriteContext
  readonly isLong: boolean
}

/** Checks that everything still holds that logic relied on. Returns the change set, if anything was written. */
async function end(
  transaction: Transaction,
  tx: WriteTransaction,
  used: UsedRecords,
  { changeSet, lockTimeout }: { readonly changeSet: OpenChangeSet | undefined; readonly lockTimeout: string },
): Promise<number | undefined> {
  const { authorization } = tx
  const endChangeSet = changeSet && toEnding(changeSet, tx)
  const ending = endLogicStatement(authorization.credential, used.onlyRead, { endChangeSet, lockTimeout })
  const rows = await transaction.run(ending)
  const [lasting, ...others] = rows
  if (lasting?.[1] !== '1') throw new AuthorizationChanged('Rights have changed since this was planned.')
  const versions = new Map(others.map(([model, id, version]) => [`${model} ${id}`, Number(version)]))
  if (!used.areCurrent(versions)) throw new RecordsChanged('A record that was read has changed before the commit.')
  return others.some(([what]) => what === 'written') ? changeSet?.id : undefined
}

function toEnding({ id, writeContext, isLong }: OpenChangeSet, { budget, writtenRecords }: WriteTransaction) {
  if (!isLong) return endChangeSetStatement(id, writeContext, budget.cascaded)
  const models = writtenRecords.all.map((one) => ('plan' in one ? one.plan.model : one.deleted).name)
  return continueChangeSetStatement(id, writeContext, { count: models.length, models: [...new Set(models)] })
}

/** Whether nothing is wrong with what was done, and it may succeed if it is done again. */
function mayStartOver(error: unknown): boolean {
  return error instanceof RecordsChanged || error instanceof IdTaken || error instanceof NumberTaken
}

/** Whether others held a lock for longer than the attempt waits. That of an idempotency key is another matter. */
function isLocked(error: unknown): boolean {
  return error instanceof Failure && findSqlState(error.cause) === '55P03' && findLock(error) === 'other'
}

function outrun({ name }: Pick<LogicRun, 'name'>, cause: unknown): Error {
  return unavailable(`Others keep changing the records that ${name} uses.`, { outcome: 'not-applied', cause })
}
