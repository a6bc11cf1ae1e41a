import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../sql/sql.ts'
import { MigrationRefused } from './MigrationRefused.ts'
import type { Query } from './RecordState.ts'

/** `tabu` and `mig`, as numbers that nobody else will use. */
const key = sql`1952539253, 7170407`
const pause = 100

export interface LockOptions {
  /** How long to wait for another runner, in milliseconds. */
  readonly patience: number
  /** Told once, where another runner is at work. */
  readonly onWait?: ((message: string) => void) | undefined
}

/**
 * Does the work while no other runner does any on this database. It asks for the lock again and again instead of waiting in
 * PostgreSQL: a waiting statement holds a snapshot, for which the other's CREATE INDEX CONCURRENTLY would wait in turn.
 */
export async function withRunnerLock<T>(query: Query, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await takeLock(query, options)
  try {
    return await work()
  } finally {
    // Without a connection there is no lock either.
    await query(sql`select pg_advisory_unlock(${key})`).catch(() => {})
  }
}

async function takeLock(query: Query, { patience, onWait }: LockOptions): Promise<void> {
  for (let waited = 0; ; waited += pause) {
    const [row] = await query(sql`select pg_try_advisory_lock(${key}) as taken`)
    if (row?.['taken'] === 't') return
    const holder = await describeHolder(query)
    if (waited === 0) onWait?.(`Another migration is at work on this database${holder}: waiting for it.`)
    if (waited >= patience)
      throw new MigrationRefused(
        `Another migration is at work on this database${holder}. Nothing was changed. Wait until it has ended and run the command again.`,
      )
    await wait(pause)
  }
}

async function describeHolder(query: Query): Promise<string> {
  const [row] = await query(sql`
    select a.pid, coalesce(host(a.client_addr), 'this machine') as host, to_char(a.backend_start, 'HH24:MI:SS TZ') as since
    from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and (l.classid::bigint, l.objid::bigint) = (${key})
      and l.database = (select oid from pg_database where datname = current_database())`)
  return row ? ` (from ${row['host']}, connected since ${row['since']}, PostgreSQL process ${row['pid']})` : ''
}
