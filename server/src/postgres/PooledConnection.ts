import type pg from 'pg'
import type { Claim } from './ConnectionScheduler.ts'
import type { NoConnection } from './errors.ts'

/** One connection of the pool. */
export interface PooledConnection {
  readonly client: pg.Client
  /** The current statement raised a warning: its success can't be trusted. */
  warned: boolean
  broken: boolean
  /** A commit is under way, alone or at the end of a transaction: it must not be cancelled. */
  committing: boolean
  /** Its statement was abandoned: PostgreSQL may still be executing it. */
  abandoned: boolean
  /** The value of `StatementNames.evictions` when evicted statements were last closed on this connection. */
  evictions: number
  /** What it is used for; undefined while it is idle. */
  claim?: Claim | undefined
}

/** A request for a connection that waits. */
export interface Waiter extends Claim {
  resolve(pooled: PooledConnection): void
  reject(error: NoConnection): void
  readonly timer: NodeJS.Timeout
}

/** Returns a pooled connection for a client that was just opened. */
export function toPooledConnection(client: pg.Client): PooledConnection {
  const pooled = { client, warned: false, broken: false, committing: false, abandoned: false, evictions: 0 }
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') pooled.warned = true
  })
  return pooled
}
