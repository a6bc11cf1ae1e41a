import type { Log } from '../request/log.ts'
import type { Database } from '../postgres/Database.ts'

/** How often a lasting fault is handled, in milliseconds. */
const interval = 10_000

/**
 * Handles faults of the database that statements report: logs a full disk, and creates the journal's partition if there
 * is none for the current month, for example after the clock of the database was set back.
 */
export function handleFaults(database: Database, log: Log, prepare: () => Promise<void>): void {
  const handledAt = { 'disk full': -Infinity, 'no partition': -Infinity }
  const failed = { 'disk full': 0, 'no partition': 0 }
  database.onFault = (fault, cause) => {
    failed[fault] += 1
    const now = performance.now()
    if (now - handledAt[fault] < interval) return
    handledAt[fault] = now
    const statements = failed[fault]
    failed[fault] = 0
    if (fault === 'disk full') log.error({ err: cause, statements }, 'the database has no space left on its disk')
    else void prepare()
  }
}
