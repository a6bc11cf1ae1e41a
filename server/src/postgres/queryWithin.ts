import type pg from 'pg'
import { sql, trusted } from '../sql/sql.ts'
import { timeLeft, type StatementOptions } from './StatementOptions.ts'

/** The statement times out this much before the request does, so that the client gets PostgreSQL's error. */
const earlier = { share: 0.05, milliseconds: 100 }

/** The milliseconds of a statement with a time limit of its own; undefined if it has the limit of all statements. */
export function findLimit(options: StatementOptions): number | undefined {
  if (options.timeout === undefined) return undefined
  const time = Math.min(options.timeout, timeLeft(options))
  return Math.max(time / 2, time - Math.max(time * earlier.share, earlier.milliseconds))
}

/**
 * Sends a query that has a time limit of its own. It is a transaction that only reads: the limit ends with it, so that
 * the connection has no state that a pooler would have to know.
 */
export async function queryWithin<Result>(
  client: pg.Client,
  limit: number,
  send: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const timeout = trusted(String(Math.max(1, Math.ceil(limit))))
  const begin = sql`begin read only;
set local statement_timeout = ${timeout};
set local plan_cache_mode = force_custom_plan`
  await client.query(begin.toText())
  try {
    return await send(client)
  } finally {
    await client.query('rollback')
  }
}
