import type { PooledConnection } from './PooledConnection.ts'
import type { Pool } from './Pool.ts'
import type { Lane } from './ConnectionScheduler.ts'
import { NoConnection, TimelineEnded } from './errors.ts'
import { timeLeft, type Work } from './Work.ts'

/** Acquires a connection for some work. Fails if its deadline passes or its generation ends while it waits. */
export async function acquireFor(work: Work, defaultLane: Lane, pool: Pool): Promise<PooledConnection> {
  const { lane = defaultLane, user, generation } = work
  const pooled = await pool.acquire({ lane, user }, timeLeft(work))
  const hasEnded = generation !== undefined && generation !== pool.generation
  if (!hasEnded && timeLeft(work) > 0) return pooled
  pool.release(pooled)
  if (hasEnded) throw new TimelineEnded('The timeline of the primary has changed.')
  throw new NoConnection('The deadline of the request passed while it waited for a connection.', true)
}
