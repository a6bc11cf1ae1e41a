import type { PooledConnection } from './Link.ts'
import type { Pool } from './Pool.ts'
import type { Lane } from './Shares.ts'
import { NoConnection, TimelineEnded } from './errors.ts'
import { patienceOf, type Work } from './Work.ts'

/** A connection for some work, while somebody still waits for it and its generation of the primary lasts. */
export async function acquireFor(work: Work, usual: Lane, pool: Pool): Promise<PooledConnection> {
  const { lane = usual, user, generation } = work
  const pooled = await pool.acquire({ lane, user }, patienceOf(work))
  const isOver = generation !== undefined && generation !== pool.generation
  if (!isOver && patienceOf(work) > 0) return pooled
  pool.release(pooled)
  if (isOver) throw new TimelineEnded('The primary is on another timeline.')
  throw new NoConnection('The deadline of the request passed while it waited.', true)
}
