import type { Link } from './Link.ts'
import type { Pool } from './Pool.ts'
import type { Lane } from './Shares.ts'
import { NoConnection, TimelineEnded } from './trouble.ts'
import { patienceOf, type Work } from './Work.ts'

/** A connection for some work, while somebody still waits for it and its generation of the primary lasts. */
export async function acquireFor(work: Work, usual: Lane, pool: Pool): Promise<Link> {
  const { lane = usual, user, generation } = work
  const link = await pool.acquire({ lane, user }, patienceOf(work))
  const isOver = generation !== undefined && generation !== pool.generation
  if (!isOver && patienceOf(work) > 0) return link
  pool.release(link)
  if (isOver) throw new TimelineEnded('The primary is on another timeline.')
  throw new NoConnection('The deadline of the request passed while it waited.', true)
}
