import type pg from 'pg'
import { noteWrite } from '../request/deadline.ts'
import { classifyError, type Effect, NoAnswer, UnconfirmedCommit } from './errors.ts'
import type { PooledConnection } from './PooledConnection.ts'
import { findLimit, queryWithin } from './queryWithin.ts'
import type { TimeLimits } from '../request/TimeLimits.ts'
import { deadlineGrace, timeLeft, type StatementOptions } from './StatementOptions.ts'

/** How long after PostgreSQL's own timeout a statement is abandoned: the answer of PostgreSQL is certain. */
const timeoutGrace = 1_000
/** How often it is checked which statements take too long, in milliseconds. */
export const limitInterval = 25

/** Sends a statement on a connection. */
export type Send<R> = (client: pg.Client) => Promise<R[]>

/** How statements that take too long are ended. */
export interface Limiting {
  /** The milliseconds that a statement may take which has no limit of its own. */
  readonly statementTimeout: number
  readonly limits: TimeLimits
  /** Gives up the statement of a connection, and the connection. */
  abandon(pooled: PooledConnection): void
}

/** Sends a statement on a connection, and returns its rows. It is abandoned if there is no answer in time. */
export async function sendOn<R>(
  pooled: PooledConnection,
  send: Send<R>,
  effect: Effect,
  options: StatementOptions,
  limiting: Limiting,
): Promise<R[]> {
  const allowed = options.timeout ?? limiting.statementTimeout
  const timeout = Math.min(allowed + timeoutGrace, timeLeft(options) + deadlineGrace)
  pooled.committing = effect !== 'read'
  const limit = limiting.limits.start(timeout, () => limiting.abandon(pooled))
  if (effect === 'write') noteWrite(options.deadlines, true)
  try {
    const own = findLimit(options)
    const rows = await (own === undefined ? send(pooled.client) : queryWithin(pooled.client, own, send))
    if (effect === 'write' && pooled.unconfirmed) throw new UnconfirmedCommit()
    return rows
  } catch (error) {
    const { broken, notApplied } = classifyError(error)
    if (broken) pooled.broken = true
    if (notApplied) noteWrite(options.deadlines, false)
    throw pooled.abandoned ? new NoAnswer('The database did not answer in time.', { cause: error }) : error
  } finally {
    limit.isOver = true
  }
}
