import { Failure, isProgramError, unavailable } from '../failure.ts'
import type { WriteOutcome } from '../failureCodes.ts'
import { findSqlState } from './Connection.ts'
import { type DatabaseFault, findFault } from './findFault.ts'
import { UnreadableAnswer } from './guardStream.ts'

/**
 * Whether a statement may change anything. A failure of a `write` tells the client whether it was applied. An
 * `internal` statement writes something that the client did not ask for, so that its outcome is not reported.
 */
export type Effect = 'read' | 'write' | 'internal'

/** PostgreSQL rejected the values of a statement; nothing was written. The maker of the statement knows the reason. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly sqlState: string
  readonly constraint: string | undefined
  /** The schema of the table that has the constraint. */
  readonly schema: string | undefined
  /** The message of RAISE EXCEPTION in one of the operator's triggers. */
  readonly raised: string | undefined

  constructor(sqlState: string, constraint: string | undefined, cause: unknown) {
    super('The database rejected the values.', { cause })
    this.sqlState = sqlState
    this.constraint = constraint
    this.schema = findMember(cause, 'schema')
    this.raised = sqlState === 'P0001' && cause instanceof Error ? cause.message : undefined
  }
}

/** No connection was available in time: nothing was sent. */
export class NoConnection extends Error {
  override readonly name: string = 'NoConnection'
  /** The database is reachable, but other work uses all connections that this lane may use. */
  readonly isBusy: boolean

  constructor(message: string, isBusy = false) {
    super(message)
    this.isBusy = isBusy
  }
}

/** The timeline of the primary has changed since the statement was made: nothing was sent. */
export class TimelineEnded extends NoConnection {
  override readonly name = 'TimelineEnded'
}

/**
 * The deadline of one of the requests that share a write passed while it waited for a connection: nothing was sent. The
 * client of that request has been told so, or will be.
 */
export class DeadlinePassed extends NoConnection {
  override readonly name = 'DeadlinePassed'
}

/** PostgreSQL did not answer by our own deadline: the statement was abandoned. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Too many abandoned statements are still running: nothing was sent. */
export class TooManyLeft extends NoConnection {
  override readonly name = 'TooManyLeft'
}

/**
 * Wraps an error that the driver threw for a statement of a transaction. Any other error in a transaction does not come
 * from the database.
 */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed'
}

/**
 * Whether a read may be sent again, because its connection broke. A read that took too long, or whose answer cannot be
 * parsed, would fail again.
 */
export function mayReadAgain(error: unknown): boolean {
  return classifyError(error).broken && !(error instanceof NoAnswer || error instanceof UnreadableAnswer)
}

/** What an error means for the statement and for its connection. */
export interface ErrorMeaning {
  /** The same statement may be sent again: it certainly had no effect. */
  readonly retryable: boolean
  /** The connection cannot be used any more. */
  readonly broken: boolean
  /** Certainly nothing was written. */
  readonly notApplied: boolean
}

/** The meaning of an error that does not come from the database. */
export const noError: ErrorMeaning = { retryable: false, broken: false, notApplied: true }

/**
 * Classifies an error of a statement. An error without SQLSTATE comes from the connection: the outcome of the statement
 * is unknown.
 */
export function classifyError(error: unknown): ErrorMeaning {
  if (error instanceof NoConnection) return { retryable: false, broken: false, notApplied: true }
  const state = findSqlState(error)
  if (state === undefined) return { retryable: false, broken: true, notApplied: false }
  if (state === '25006') return { retryable: true, broken: true, notApplied: true }
  if (isConflict(error)) return { retryable: true, broken: false, notApplied: true }
  if (/^(08|57P)/.test(state)) return { retryable: false, broken: true, notApplied: false }
  return { retryable: false, broken: false, notApplied: true }
}

/** Whether PostgreSQL ended a transaction because of others: by a deadlock, or to keep its isolation. */
export function isConflict(error: unknown): boolean {
  const state = findSqlState(error)
  return state === '40001' || state === '40P01'
}

/** The only place that turns an error of the database into the failure that the client gets. */
export function toFailure(error: unknown, effect: Effect): Error {
  if (error instanceof TooManyLeft) return toUnavailable(stuck, effect, 'not-applied', error)
  if (error instanceof NoAnswer) return toUnavailable(slow, effect, 'unknown', error)
  if (error instanceof UnreadableAnswer)
    return effect === 'write' ? toUnavailable(unreadable, effect, 'unknown', error) : error
  if (error instanceof NoConnection) return toUnavailable(error.isBusy ? crowded : away, effect, 'not-applied', error)
  const state = findSqlState(error)
  const { notApplied } = classifyError(error)
  const outcome = notApplied ? 'not-applied' : 'unknown'
  const fault = findFault(error)
  if (fault) return toUnavailable(faults[fault], effect, outcome, error)
  if (state === undefined) return isProgramError(error) ? error : toUnavailable(away, effect, outcome, error)
  if (/^(22|23|54|P0001)/.test(state)) return new Refused(state, findMember(error, 'constraint'), error)
  if (/^(08|57P|53|25006|28|3D)/.test(state)) return toUnavailable(away, effect, outcome, error)
  if (/^(40001|40P01|55P03)/.test(state)) return toUnavailable(busy, effect, outcome, error)
  if (state === '57014') return toUnavailable(long, effect, outcome, error)
  if (/^(42P01|42703|42883|42804|3F000|0A000)/.test(state)) return toUnavailable(changed, effect, outcome, error)
  return error as Error
}

/**
 * Returns the failure for values that the models allow and the database rejects: its constraints were changed after
 * this process was started. Any error outside class 23 (constraint violation) is a bug of ours, and is returned as is.
 */
export function toUnexpectedRefusal(refused: Refused): Error {
  return refused.sqlState.startsWith('23') ? toUnavailable(changed, 'write', 'not-applied', refused) : refused
}

/**
 * Whether a statement was cancelled because other statements hold its locks, or because it took too long: nothing of it
 * was written.
 */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Failure && /^(40001|40P01|55P03|57014)$/.test(findSqlState(error.cause) ?? '')
}

/** Whether a write was not sent because one of its requests is late; it can be sent for the others. */
export function isPartlyLate(error: unknown): boolean {
  return error instanceof Failure && error.cause instanceof DeadlinePassed
}

/** Returns the failure for a connection that was lost before the commit was sent. */
export function notApplied(cause: unknown): Failure {
  return toUnavailable(away, 'write', 'not-applied', cause)
}

/** Returns the failure for a write that may or may not have been applied. */
export function unknownOutcome(cause: unknown): Failure {
  return toUnavailable(away, 'write', 'unknown', cause)
}

const away = 'The database cannot be reached at the moment.'
const crowded = 'Other requests use all database connections that are available for this kind of request.'
const slow = 'The database did not answer in time.'
const unreadable = 'The answer of the database could not be read.'
const stuck = 'Earlier writes still wait in the database for a lock or a standby.'
const faults: Record<DatabaseFault, string> = {
  'disk full': 'The database has no space left on its disk: the operator must free some.',
  'no partition': "The journal has no partition for the current month of the database's clock. It is being created.",
}
const busy = 'The database could not finish this in time, because other requests hold what it needs.'
// A wait for a lock ends earlier, at `lock_timeout`.
const long = 'The database takes longer for this than one statement may take.'
const changed =
  'The schema of the database has changed since this process was started. The operator must restart the process.'

function toUnavailable(what: string, effect: Effect, outcome: WriteOutcome, cause: unknown): Failure {
  return unavailable(what, { cause, ...(effect === 'write' ? { outcome } : {}) })
}

function findMember(error: unknown, member: 'constraint' | 'schema'): string | undefined {
  const value =
    error instanceof Error && member in error
      ? (error as { constraint?: unknown; schema?: unknown })[member]
      : undefined
  return typeof value === 'string' ? value : undefined
}
