import { literal, sql } from '../sql/sql.ts'
import { inRecords } from './compare/ddl.ts'
import type { Query } from './RecordState.ts'
import { locks, type Step } from './Step.ts'

/**
 * How many rows a step handles in a second while it holds its lock. Rough values: for a million rows on two cores, an
 * exclusion constraint took 64 s and the counters of a limit 5.4 s (`test/load/plannedConditions.test.ts`); that of a
 * rewrite is assumed. They decide only from when on somebody is asked.
 */
const rowsPerSecond: Readonly<Record<string, number>> = {
  [locks.building]: 15_000,
  [locks.rewrite]: 100_000,
  [locks.counting]: 180_000,
}

/** The longest lock, in seconds, that needs no consent. */
const shortLock = 5

/** The step with how long it will hold its lock, if that grows with the table. */
export async function estimateLock(query: Query, step: Step): Promise<Step> {
  const table = step.locksTable ?? step.affects?.table
  const rate = rowsPerSecond[step.lock]
  if (table === undefined || rate === undefined) return step
  const [row] = await query(sql`
select case when reltuples < 0 then pg_relation_size(oid) / 100 else reltuples end as rows
from pg_class
where oid = to_regclass(${literal(inRecords(table).toText())})`)
  const lockSeconds = Math.ceil(Number(row?.['rows'] ?? 0) / rate)
  return lockSeconds > shortLock ? { ...step, lockSeconds } : step
}
