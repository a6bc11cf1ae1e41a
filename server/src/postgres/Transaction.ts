import type pg from 'pg'
import type { NamedSql } from '../sql/sql.ts'
import type { Query, Values } from './Query.ts'
import { Refused, StatementFailed, toFailure } from './trouble.ts'

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

/**
 * Sends a statement of a transaction. Everything that it throws is a Refused or a StatementFailed, so that trouble of the
 * database can be told from what the code between the statements throws.
 */
export async function send(client: pg.Client, query: string | Query): Promise<pg.QueryArrayResult<(string | null)[]>> {
  try {
    const config = typeof query === 'string' ? { text: query } : query
    return await client.query<(string | null)[]>({ ...config, rowMode: 'array' })
  } catch (error) {
    const failure = toFailure(error, 'write')
    throw failure instanceof Refused ? failure : new StatementFailed('A statement failed.', { cause: error })
  }
}

/** The statements of a transaction that has begun on this connection; `run` makes the query of one, and sees it sent. */
export function openTransaction(
  client: pg.Client,
  run: (statement: NamedSql, sendIt: (query: Query) => Promise<Values[]>) => Promise<Values[]>,
): Transaction {
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
