import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../sql/sql.ts'
import { MigrationRefused } from './MigrationRefused.ts'
import type { Query } from './RecordState.ts'

/** The advisory lock: `tabu` and `mig` as numbers, which other programs are unlikely to use. */
const key = sql`1952539253, 7170407`
const pollInterval = 100

export interface LockOptions {
  /** How long to wait for another migration, in milliseconds. */
  readonly patience: number
  /** Called once if another migration is running. */
  readonly onWait?: ((message: string) => void) | undefined
}

/**
 * Runs the work while no other migration runs on this database. It polls for the lock instead of waiting in PostgreSQL:
 * a waiting statement holds a snapshot, and CREATE INDEX CONCURRENTLY of the other migration would wait for that.
 */
export async function withRunnerLock<T>(query: Query, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await takeLock(query, options)
  try {
    return await work()
  } finally {
    // If the connection is lost, PostgreSQL has released the lock.
    await query(sql`select pg_advisory_unlock(${key})`).catch(() => {})
  }
}

async function takeLock(query: Query, { patience, onWait }: LockOptions): Promise<void> {
  for (let waited = 0; ; waited += pollInterval) {
    const [row] = await query(sql`select pg_try_advisory_lock(${key}) as taken`)
    if (row?.['taken'] === 't') return
    const holder = await describeHolder(query)
    if (waited === 0) onWait?.(`Another migration is running on this database${holder}: waiting for it.`)
    if (waited >= patience)
      throw new MigrationRefused(
        `Another migration is running on this database${holder}. Nothing was changed. ` +
          'Wait until it ends and run the command again.',
      )
    await wait(pollInterval)
  }
}

async function describeHolder(query: Query): Promise<string> {
  const [row] = await query(sql`
select
  a.pid,
  coalesce(host(a.client_addr), 'this machine') as host,
  to_char(a.backend_start, 'HH24:MI:SS TZ') as since
from pg_locks l
join pg_stat_activity a using (pid)
where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and (l.classid::bigint, l.objid::bigint) = (${key})
  and l.database = (select oid from pg_database where datname = current_database())`)
  return row ? ` (from ${row['host']}, connected since ${row['since']}, PostgreSQL process ${row['pid']})` : ''
}
