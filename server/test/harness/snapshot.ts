import type { TestDatabase } from './database.ts'

/**
 * All effects of writes, as JSON rows by table: records, links, journal, change sets, stored answers, and the counts of
 * records; without the last uses of sessions and keys, which are recorded later. Two equal snapshots mean that nothing
 * was written in between.
 */
export async function takeSnapshot(database: TestDatabase): Promise<Record<string, unknown[]>> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, t.relname) as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where t.relkind in ('r', 'p') and not t.relispartition and t.relname <> 'tabularium_session'
      and (n.nspname = 'record' or (n.nspname = 'tabularium' and t.relname in ('journal', 'answers', 'change_sets')))
    order by 1`,
  )
  const snapshot: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const row = name === 'record.tabularium_key' ? `to_jsonb(t) - 'used_on'` : 'to_json(t)'
    const rows = await database.query<{ row: unknown }>(`select ${row} as row from ${name} as t order by t::text`)
    snapshot[name] = rows.map(({ row }) => row)
  }
  const totals = await database.query(
    `select model, sum(records)::int as records from (
      select model, records from tabularium.counts where level = 1 union all select model, change
      from tabularium.count_deltas
    ) as part group by model having sum(records) <> 0 order by model`,
  )
  return { ...snapshot, totals }
}
