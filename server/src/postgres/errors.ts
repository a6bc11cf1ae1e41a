import { Failure, isProgramError, unavailable } from '../failure/failure.ts'
import type { WriteOutcome } from '../failure/failureCodes.ts'
import { findSqlState } from './Connection.ts'
import { findFault } from './findFault.ts'
import { UnreadableAnswer } from './guardStream.ts'
import { DeadlinePassed, NoConnection } from './NoConnection.ts'
import { askForLess, type Cause, sentences } from './sentences.ts'

/**
 * Whether a statement may change anything. A failure of a `write` tells the client whether it was applied. An
 * `internal` statement writes something that the client did not ask for, so that its outcome is not reported.
 */
export type Effect = 'read' | 'write' | 'internal'

/** PostgreSQL rejected the values of a statement; nothing was written. The maker of the statement knows the reason. */
export class Rejected extends Error {
  override readonly name = 'Rejected'
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

/** PostgreSQL did not answer by our own deadline: the statement was abandoned. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** PostgreSQL ended the wait of a commit for its standby: it is on this host only, and may be lost in a failover. */
export class UnconfirmedCommit extends Error {
  override readonly name = 'UnconfirmedCommit'

  constructor() {
    super('The wait of the commit for a standby was interrupted.')
  }
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
  const state = findSqlState(error)
  if (!findFault(error) && state !== undefined && /^(22|23|54|P0001)/.test(state))
    return new Rejected(state, findMember(error, 'constraint'), error)
  const cause = findCause(error)
  const outcome = classifyError(error).notApplied ? 'not-applied' : 'unknown'
  if (cause === undefined || (cause === 'unreadable' && effect !== 'write')) return error as Error
  return toUnavailable(cause, effect, outcome, error)
}

/** Why a statement failed; undefined for a bug of ours. */
function findCause(error: unknown): Cause | undefined {
  if (error instanceof NoConnection) return error.why
  if (error instanceof NoAnswer) return 'slow'
  if (error instanceof UnreadableAnswer) return 'unreadable'
  if (error instanceof UnconfirmedCommit) return 'unconfirmed'
  const state = findSqlState(error)
  if (state === undefined) return isProgramError(error) ? undefined : 'lost'
  return findFault(error) ?? causes.find(([pattern]) => pattern.test(state))?.[1]
}

/** The causes by SQLSTATE. */
const causes: readonly (readonly [RegExp, Cause])[] = [
  [/^08/, 'lost'],
  [/^57P/, 'stopped'],
  [/^25006/, 'readOnly'],
  [/^53/, 'exhausted'],
  [/^(28|3D)/, 'denied'],
  [/^(40001|40P01)/, 'conflict'],
  [/^55P03/, 'locked'],
  // A wait for a lock ends earlier, at `lock_timeout`.
  [/^57014/, 'long'],
  [/^(42P01|42703|42883|42804|3F000|0A000)/, 'changed'],
]

/**
 * Returns the failure for values that the models allow and the database rejects: its constraints were changed after
 * this process was started. Any error outside class 23 (constraint violation) is a bug of ours, and is returned as is.
 */
export function toUnexpectedRejection(rejected: Rejected): Error {
  return rejected.sqlState.startsWith('23') ? toUnavailable('changed', 'write', 'not-applied', rejected) : rejected
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

/** Returns the failure of a transaction that ended before its commit was sent. */
export function notApplied(cause: unknown): Failure {
  return toUnavailable(findCause(cause) ?? 'lost', 'write', 'not-applied', cause)
}

/** Returns the failure of a transaction whose request is out of time before its commit was sent. */
export function tooLate(): Failure {
  return unavailable('The request could not be answered in time.', { reason: 'deadline', outcome: 'not-applied' })
}

/** Returns the same failure for a write that may or may not have been applied. */
export function unknownOutcome({ details, cause }: Failure): Failure {
  return unavailable(details.what ?? sentences.lost, { cause, outcome: 'unknown' })
}

function toUnavailable(why: Cause, effect: Effect, outcome: WriteOutcome, cause: unknown): Failure {
  if (why === 'long') return tooLong(effect, cause)
  return unavailable(sentences[why], { cause, ...(effect === 'write' ? { outcome } : {}) })
}

/** PostgreSQL cancelled the statement, so nothing was written. */
function tooLong(effect: Effect, cause: unknown): Failure {
  const isWrite = effect === 'write'
  const message = [sentences.long, ...(isWrite ? ['Nothing was written.'] : []), askForLess].join(' ')
  const data = isWrite ? { data: { outcome: 'not-applied' as const } } : {}
  return new Failure('unavailable', message, { what: sentences.long, retryAfter: 1, cause, ...data })
}

function findMember(error: unknown, member: 'constraint' | 'schema'): string | undefined {
  const value =
    error instanceof Error && member in error
      ? (error as { constraint?: unknown; schema?: unknown })[member]
      : undefined
  return typeof value === 'string' ? value : undefined
}
