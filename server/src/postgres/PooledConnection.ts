import type pg from 'pg'
import type { Claim } from './ConnectionScheduler.ts'
import type { NoConnection } from './NoConnection.ts'

/** One connection of the pool. */
export interface PooledConnection {
  readonly client: pg.Client
  /** The wait of the current commit for a standby was interrupted: its success can't be trusted. */
  unconfirmed: boolean
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
  const pooled = { client, unconfirmed: false, broken: false, committing: false, abandoned: false, evictions: 0 }
  // Other warnings are of triggers and functions of the operator, and mean nothing here.
  client.on('notice', ({ severity, routine }) => {
    if (severity === 'WARNING' && routine === 'SyncRepWaitForLSN') pooled.unconfirmed = true
  })
  return pooled
}
