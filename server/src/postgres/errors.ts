import { Failure, isProgramError, unavailable, type WriteOutcome } from '../failure.ts'
import { findSqlState } from './Connection.ts'
import { type DatabaseFault, findFault } from './findFault.ts'
import { UnreadableAnswer } from './guardStream.ts'

/**
 * Whether a statement may change anything: what can be said of it when its answer is lost depends on that. A `note`
 * changes nothing that the client asked for, so that nobody is told what became of it.
 */
export type Effect = 'read' | 'write' | 'note'

/** PostgreSQL refused the values of a statement; nothing was written. The statement's maker knows what it means. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly sqlState: string
  readonly constraint: string | undefined
  /** The schema of the table that has the constraint. */
  readonly schema: string | undefined
  /** What a trigger of the operator's said with RAISE EXCEPTION. */
  readonly raised: string | undefined

  constructor(sqlState: string, constraint: string | undefined, cause: unknown) {
    super('The database refused the values.', { cause })
    this.sqlState = sqlState
    this.constraint = constraint
    this.schema = findMember(cause, 'schema')
    this.raised = sqlState === 'P0001' && cause instanceof Error ? cause.message : undefined
  }
}

/** No connection could be had in time: nothing was sent. */
export class NoConnection extends Error {
  override readonly name: string = 'NoConnection'
  /** The database is there, but others had all connections that this kind of work may use. */
  readonly isBusy: boolean

  constructor(message: string, isBusy = false) {
    super(message)
    this.isBusy = isBusy
  }
}

/** The primary is on another timeline than the statement was made for: nothing was sent. */
export class TimelineEnded extends NoConnection {
  override readonly name = 'TimelineEnded'
}

/** PostgreSQL did not answer by our own deadline, and was not waited for any longer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** Too many statements were given up and are still at work: nothing was sent. */
export class TooManyLeft extends NoConnection {
  override readonly name = 'TooManyLeft'
}

/**
 * What the driver threw for a statement of a transaction. Whatever else is thrown there has nothing to do with the
 * database.
 */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed'
}

/** Whether a read may be sent again: its connection broke. What took too long or cannot be read would do so again. */
export function mayReadAgain(error: unknown): boolean {
  return classifyError(error).broken && !(error instanceof NoAnswer || error instanceof UnreadableAnswer)
}

/** What an error means for the statement and for the connection it ran on. */
export interface ErrorMeaning {
  /** The same statement may be sent again: it is certain that it had no effect. */
  readonly again: boolean
  /** The connection cannot be used any more. */
  readonly broken: boolean
  /** It is certain that nothing was written. */
  readonly notApplied: boolean
}

/** The database and its connection are well. */
export const noTrouble: ErrorMeaning = { again: false, broken: false, notApplied: true }

/**
 * Reads an error of a statement. An error without SQLSTATE is one of the connection: nobody knows what became of it.
 */
export function classifyError(error: unknown): ErrorMeaning {
  if (error instanceof NoConnection) return { again: false, broken: false, notApplied: true }
  const state = findSqlState(error)
  if (state === undefined) return { again: false, broken: true, notApplied: false }
  if (state === '25006') return { again: true, broken: true, notApplied: true }
  if (state === '40001' || state === '40P01') return { again: true, broken: false, notApplied: true }
  if (/^(08|57P)/.test(state)) return { again: false, broken: true, notApplied: false }
  return { again: false, broken: false, notApplied: true }
}

/** The one place where an error of the database becomes what a client is told. */
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
  if (/^(40001|40P01|55P03|57014)/.test(state)) return toUnavailable(busy, effect, outcome, error)
  if (/^(42P01|42703|42883|42804|3F000|0A000)/.test(state)) return toUnavailable(changed, effect, outcome, error)
  return error as Error
}

/**
 * The database refused values that the models allow: somebody has made its rules stricter since this process was
 * started. Anything but a broken rule (class 23) is a fault of ours and stays what it is.
 */
export function toUnexpectedRefusal(refused: Refused): Error {
  return refused.sqlState.startsWith('23') ? toUnavailable(changed, 'write', 'not-applied', refused) : refused
}

/**
 * Whether a statement was given up since others hold what it needs, or since it took too long: nothing of it was
 * written.
 */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Failure && /^(40001|40P01|55P03|57014)$/.test(findSqlState(error.cause) ?? '')
}

/** The connection was lost before the transaction was told to commit. */
export function notApplied(cause: unknown): Failure {
  return toUnavailable(away, 'write', 'not-applied', cause)
}

/** The write may or may not have happened. */
export function doubtful(cause: unknown): Failure {
  return toUnavailable(away, 'write', 'unknown', cause)
}

const away = 'The database cannot be reached at the moment.'
const crowded = 'Other requests had all connections to the database that this kind of request may use.'
const slow = 'The database did not answer in time.'
const unreadable = 'The answer of the database could not be read.'
const stuck = 'Earlier writes still wait in the database, for a lock or for a standby.'
const faults: Record<DatabaseFault, string> = {
  'disk full': 'The database has no space left on its disk: its operator must make room.',
  'no partition': 'The journal has no room for the month that the clock of the database shows. It is made now.',
}
const busy = 'The database could not finish this in time, since others hold what it needs.'
const changed =
  'The database has another schema than this process was started with. It must be restarted by its operator.'

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
