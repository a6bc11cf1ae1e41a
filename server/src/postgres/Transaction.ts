import type pg from 'pg'
import { noteWrite } from '../request/deadline.ts'
import { isProgramError } from '../failure/failure.ts'
import type { NamedSql } from '../sql/sql.ts'
import type { PooledConnection } from './PooledConnection.ts'
import type { Query, Values } from './Query.ts'
import { queryRows } from './RowQuery.ts'
import {
  classifyError,
  noError,
  notApplied,
  Rejected,
  StatementFailed,
  toFailure,
  tooLate,
  UnconfirmedCommit,
} from './errors.ts'
import { timeLeft, type StatementOptions } from './StatementOptions.ts'

/** Several statements that are applied together or not at all. */
export interface Transaction {
  run(statement: NamedSql): Promise<Values[]>
  /** Runs a part in a savepoint: if it throws, its writes are rolled back, and the transaction can continue. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** How a transaction ends if no step fails. */
export type Ending = 'commit' | 'rollback'

/** The work of a transaction. */
export type Steps<T> = (transaction: Transaction) => Promise<T>

/** Makes the query of a statement, and sends it with the given function. */
type Run = (statement: NamedSql, send: (query: Query) => Promise<Values[]>) => Promise<Values[]>

/** Runs a transaction on a connection. Errors of the database are thrown as StatementFailed. */
export async function transactOn<T>(
  pooled: PooledConnection,
  ending: Ending,
  steps: Steps<T>,
  options: StatementOptions,
  run: Run,
): Promise<T> {
  const { deadlines } = options
  try {
    await send(pooled.client.query('begin'))
    const result = await steps(openTransaction(pooled.client, run))
    // The client was answered, or will be, that nothing was written.
    if (ending === 'commit' && timeLeft(options) <= 0) throw tooLate()
    pooled.committing = ending === 'commit'
    if (pooled.committing) noteWrite(deadlines, true)
    const { command } = await send(pooled.client.query(ending))
    if (pooled.committing && pooled.unconfirmed)
      throw new StatementFailed('The commit failed.', { cause: new UnconfirmedCommit() })
    if (pooled.committing && command !== 'COMMIT')
      throw new TypeError('A statement failed before the commit, and its error was ignored.')
    return result
  } catch (error) {
    const thrown = await rollBack(pooled, error)
    if (!pooled.broken) noteWrite(deadlines, false)
    throw thrown
  }
}

/** Rolls back if the connection still works, and returns the error to throw. */
async function rollBack(pooled: PooledConnection, error: unknown): Promise<unknown> {
  const cause = error instanceof StatementFailed ? error.cause : undefined
  const { broken, retryable } = cause === undefined ? noError : classifyError(cause)
  if (broken) pooled.broken = true
  if (!pooled.broken) await pooled.client.query('rollback').catch(() => (pooled.broken = true))
  // Nothing can have been applied before the commit was sent.
  return broken && !retryable && !pooled.committing && !isProgramError(cause) ? notApplied(cause) : error
}

/**
 * Waits for a statement of a transaction. Throws only Rejected or StatementFailed, which distinguishes errors of the
 * database from those of the code between the statements.
 */
async function send<Result>(sent: Promise<Result>): Promise<Result> {
  try {
    return await sent
  } catch (error) {
    const failure = toFailure(error, 'write')
    throw failure instanceof Rejected ? failure : new StatementFailed('A statement failed.', { cause: error })
  }
}

/** Returns the interface to a transaction that has begun on this connection. */
function openTransaction(client: pg.Client, run: Run): Transaction {
  return {
    run: (statement) => run(statement, (query) => send(queryRows(client, query))),
    attempt: async (part) => {
      await send(client.query('savepoint part'))
      try {
        const result = await part()
        await send(client.query('release savepoint part'))
        return result
      } catch (error) {
        // Releasing it, too: a part may have parts, and a savepoint that is left would hide the one around it.
        await send(client.query('rollback to savepoint part'))
        await send(client.query('release savepoint part'))
        throw error
      }
    },
  }
}
