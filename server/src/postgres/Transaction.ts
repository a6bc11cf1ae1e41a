import type pg from 'pg'
import { noteWrite } from '../deadline.ts'
import { isProgramError } from '../failure.ts'
import type { NamedSql } from '../sql/sql.ts'
import type { PooledConnection } from './Link.ts'
import type { Query, Values } from './Query.ts'
import { doubtful, notApplied, noTrouble, classifyError, Refused, StatementFailed, toFailure } from './errors.ts'
import type { Work } from './Work.ts'

/** Several statements that happen together or not at all. */
export interface Transaction {
  run(statement: NamedSql): Promise<Values[]>
  /** Does a part that may be refused without ending the whole: what it wrote is taken back when it throws. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** Whether the end of a transaction is to be kept. */
export type Ending = 'commit' | 'rollback'

/** What a transaction does. */
export type Steps<T> = (transaction: Transaction) => Promise<T>

/** Makes the query of a statement, and sees it sent. */
type Send = (statement: NamedSql, sendIt: (query: Query) => Promise<Values[]>) => Promise<Values[]>

/** Runs a transaction on a connection. What it throws is a StatementFailed where the database is at fault. */
export async function transactOn<T>(
  pooled: PooledConnection,
  ending: Ending,
  steps: Steps<T>,
  { deadlines }: Work,
  run: Send,
): Promise<T> {
  try {
    await send(pooled.client, 'begin')
    const result = await steps(openTransaction(pooled.client, run))
    pooled.committing = ending === 'commit'
    if (pooled.committing) noteWrite(deadlines, true)
    const { command } = await send(pooled.client, ending)
    if (pooled.committing && pooled.warned) throw distrust(pooled)
    if (pooled.committing && command !== 'COMMIT')
      throw new TypeError('A failed statement was passed over before the commit.')
    return result
  } catch (error) {
    const thrown = await takeBack(pooled, error)
    if (!pooled.broken) noteWrite(deadlines, false)
    throw thrown
  }
}

/** A commit that came with a warning is on this host alone, and may be gone after a failover. */
export function distrust(pooled: PooledConnection): Error {
  pooled.broken = true
  return doubtful(new Error('The commit came with a warning.'))
}

/** Rolls back where that can still be done, and gives what is to be thrown. */
async function takeBack(pooled: PooledConnection, error: unknown): Promise<unknown> {
  const cause = error instanceof StatementFailed ? error.cause : undefined
  const { broken, again } = cause === undefined ? noTrouble : classifyError(cause)
  if (broken) pooled.broken = true
  if (!pooled.broken) await pooled.client.query('rollback').catch(() => (pooled.broken = true))
  // Until it was told to commit, nothing of it can have happened, however it ended.
  return broken && !again && !pooled.committing && !isProgramError(cause) ? notApplied(cause) : error
}

/**
 * Sends a statement of a transaction. Everything that it throws is a Refused or a StatementFailed, so that trouble of
 * the database can be told from what the code between the statements throws.
 */
async function send(client: pg.Client, query: string | Query): Promise<pg.QueryArrayResult<(string | null)[]>> {
  try {
    const config = typeof query === 'string' ? { text: query } : query
    return await client.query<(string | null)[]>({ ...config, rowMode: 'array' })
  } catch (error) {
    const failure = toFailure(error, 'write')
    throw failure instanceof Refused ? failure : new StatementFailed('A statement failed.', { cause: error })
  }
}

/** The statements of a transaction that has begun on this connection. */
function openTransaction(client: pg.Client, run: Send): Transaction {
  return {
    run: (statement) => run(statement, async (query) => (await send(client, query)).rows),
    attempt: async (part) => {
      await send(client, 'savepoint part')
      try {
        const result = await part()
        await send(client, 'release savepoint part')
        return result
      } catch (error) {
        await send(client, 'rollback to savepoint part')
        throw error
      }
    },
  }
}
