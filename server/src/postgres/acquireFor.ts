import type { PooledConnection } from './PooledConnection.ts'
import type { Pool } from './Pool.ts'
import type { Lane } from './ConnectionScheduler.ts'
import { DeadlinePassed, NoConnection, TimelineEnded } from './NoConnection.ts'
import { timeLeft, type StatementOptions } from './StatementOptions.ts'

/**
 * Acquires a connection for some work, at once if one is idle. Fails if its deadline passes or its generation ends
 * while it waits. A write of several requests (`writes`) also fails if the deadline of one of them passes: that
 * request is answered with `not-applied`, so its write must not be sent with those of the others.
 */
export function acquireFor(
  options: StatementOptions,
  lane: Lane,
  pool: Pool,
  writes = false,
): PooledConnection | Promise<PooledConnection> {
  const acquired = pool.acquire({ lane, user: options.user }, timeLeft(options))
  if (!(acquired instanceof Promise)) return checkInTime(acquired, options, pool, writes)
  return acquired.then((pooled) => checkInTime(pooled, options, pool, writes))
}

function checkInTime(
  pooled: PooledConnection,
  options: StatementOptions,
  pool: Pool,
  writes: boolean,
): PooledConnection {
  const { generation } = options
  const hasEnded = generation !== undefined && generation !== pool.generation
  const isLate = writes && isPartlyLate(options)
  if (!hasEnded && !isLate && timeLeft(options) > 0) return pooled
  pool.release(pooled)
  if (hasEnded) throw new TimelineEnded('The timeline of the primary has changed.')
  if (isLate) throw new DeadlinePassed('The deadline of one of the requests passed.')
  throw new NoConnection('The deadline of the request passed while it waited for a connection.', 'crowded')
}

function isPartlyLate({ deadlines = [] }: StatementOptions): boolean {
  const now = performance.now()
  return deadlines.some(({ at }) => at <= now) && deadlines.some(({ at }) => at > now)
}
