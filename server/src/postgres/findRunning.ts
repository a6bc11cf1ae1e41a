import { sql } from '../sql/sql.ts'
import type { Database } from './Database.ts'

/** Makes the function that finds which of some server processes still exist. */
export function findRunningOf(database: Pick<Database, 'run'>): (processes: readonly number[]) => Promise<number[]> {
  return async (processes) => {
    const running = sql`
      select pid
      from pg_stat_activity
      where pid = any(${processes}::integer[])`
    const rows = await database.run(running.named('abandoned statements'), 'read')
    return rows.map(([pid]) => Number(pid))
  }
}
