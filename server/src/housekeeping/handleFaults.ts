import type { Log } from '../log.ts'
import type { Database } from '../postgres/Database.ts'

/** How often a fault that lasts is told and tended, in milliseconds. */
const interval = 10_000

/**
 * Sees to faults of the database that statements meet: tells operators of a full disk, and has the journal's partition
 * made where there is none for the present month, as after the clock of the database was set back.
 */
export function handleFaults(database: Database, log: Log, prepare: () => Promise<void>): void {
  const tended = { 'disk full': -Infinity, 'no partition': -Infinity }
  const failed = { 'disk full': 0, 'no partition': 0 }
  database.onFault = (fault, cause) => {
    failed[fault] += 1
    const now = performance.now()
    if (now - tended[fault] < interval) return
    tended[fault] = now
    const statements = failed[fault]
    failed[fault] = 0
    if (fault === 'disk full') log.error({ err: cause, statements }, 'the database has no space left on its disk')
    else void prepare()
  }
}
