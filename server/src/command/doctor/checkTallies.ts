import type { Models } from '../../model/Models.ts'
import type { Query } from '../../schema/RecordState.ts'
import { type DesiredTally, toDesiredTallies } from '../../schema/toDesiredTallies.ts'
import { literal, sql } from '../../sql/sql.ts'
import type { Finding } from './Finding.ts'

/** Compares the counters of limited numbers of records with the records, and counts anew if `fix` is set. */
export async function checkTallies(query: Query, models: Models, fix: boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const tally of toDesiredTallies(models)) {
    const [row] = await query(compareTally(tally))
    const wrong = Number(row?.['wrong'])
    if (wrong === 0) continue
    if (fix) await recount(query, tally)
    findings.push({
      check: 'counts',
      what: `The counters of ${tally.label} are not right for ${wrong} ${wrong === 1 ? 'key' : 'keys'}.`,
      why: 'Records are refused that would be allowed, or allowed that would be too many. Somebody disabled a trigger.',
      advice: ['Run: npx tabularium doctor --recount --fix (writes of the model wait while it is counted)'],
      ...(fix ? { fixed: true } : {}),
    })
  }
  return findings
}

/** In one snapshot, so that the comparison is exact. */
function compareTally({ name, counted }: DesiredTally) {
  return sql`select count(*) as wrong
from (${counted}) as counted
full join (select key, records from tabularium.tallies where name = ${literal(name)}) as kept on kept.key = counted.key
where coalesce(counted.records, 0) <> coalesce(kept.records, 0)`
}

async function recount(query: Query, { lock, count }: DesiredTally): Promise<void> {
  await query(sql`begin`)
  try {
    await query(sql`set local lock_timeout = '10s'`)
    for (const statement of [lock, ...count]) await query(statement)
    await query(sql`commit`)
  } catch (error) {
    await query(sql`rollback`).catch(() => {})
    throw error
  }
}
