import { noteWrite } from '../request/deadline.ts'
import type { Row } from './Connection.ts'
import { classifyError, type Effect, NoAnswer, UnconfirmedCommit } from './errors.ts'
import type { PooledConnection } from './PooledConnection.ts'
import type { Query } from './Query.ts'
import { findLimit, queryWithin } from './queryWithin.ts'
import { deadlineGrace, timeLeft, type Work } from './Work.ts'

/** How long after PostgreSQL's own timeout a statement is abandoned: the answer of PostgreSQL is certain. */
const timeoutGrace = 1_000

/** The work of a statement, and what is done when it takes too long. */
interface LimitedWork extends Work {
  /** The milliseconds that a statement may take which has no limit of its own. */
  readonly timeLimit: number
  /** Gives up the statement and its connection. */
  abandon(): void
}

/** Sends a statement on a connection, and returns its rows. It is abandoned if there is no answer in time. */
export async function sendOn<R extends Row | (string | null)[]>(
  pooled: PooledConnection,
  query: Query,
  effect: Effect,
  work: LimitedWork,
): Promise<R[]> {
  const limit = work.timeout ?? work.timeLimit
  const timeout = Math.min(limit + timeoutGrace, timeLeft(work) + deadlineGrace)
  pooled.committing = effect !== 'read'
  const timer = setTimeout(() => work.abandon(), timeout)
  if (effect === 'write') noteWrite(work.deadlines, true)
  try {
    const { rows } = await queryWithin(pooled.client, findLimit(work), () => pooled.client.query<R>(query))
    if (effect === 'write' && pooled.unconfirmed) throw new UnconfirmedCommit()
    return rows
  } catch (error) {
    const { broken, notApplied } = classifyError(error)
    if (broken) pooled.broken = true
    if (notApplied) noteWrite(work.deadlines, false)
    throw pooled.abandoned ? new NoAnswer('The database did not answer in time.', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
