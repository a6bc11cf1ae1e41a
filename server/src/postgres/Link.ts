import type pg from 'pg'
import type { ClientOptions } from './openClient.ts'
import type { Claim } from './Shares.ts'
import type { NoConnection } from './errors.ts'

/** What the pool is made with. */
export interface PoolOptions extends ClientOptions {
  readonly size: number
  /** How long a statement waits for a connection, in milliseconds. */
  readonly queueTimeout: number
  /** Told when the database goes and when it is back. */
  onChange?(reachable: boolean, cause?: unknown): void
  /** Told when all connections move to a host that was promoted while the one in use still answered. */
  onMove?(host: string | undefined): void
}

/** One connection of the pool. */
export interface PooledConnection {
  readonly client: pg.Client
  /** A warning came with the statement under way: its success is not to be trusted. */
  warned: boolean
  broken: boolean
  /** A commit is under way, alone or at the end of a transaction: it must not be cancelled. */
  committing: boolean
  /** Its statement was given up: PostgreSQL may still be at work on it. */
  givenUp: boolean
  /** How many names of statements were taken back when it was cleared of them last. */
  evictions: number
  /** What it is used for; undefined while it is idle. */
  claim?: Claim | undefined
}

/** Somebody who waits for a connection. */
export interface Waiter extends Claim {
  resolve(pooled: PooledConnection): void
  reject(error: NoConnection): void
  readonly timer: NodeJS.Timeout
}

/** A connection that was just opened. */
export function toLink(client: pg.Client): PooledConnection {
  const pooled = { client, warned: false, broken: false, committing: false, givenUp: false, evictions: 0 }
  client.on('notice', ({ severity }) => {
    if (severity === 'WARNING') pooled.warned = true
  })
  return pooled
}
