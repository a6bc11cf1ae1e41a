import type pg from 'pg'

/**
 * Fills a table without its indexes and creates them afterwards, which is faster. The index for text search takes
 * longer than all others together: benchmarks that search for no words can omit it.
 */
export async function fillQuickly(
  connection: pg.Client,
  table: string,
  insert: string,
  { withTextSearch }: { readonly withTextSearch: boolean },
): Promise<void> {
  const { rows: indexes } = await connection.query<{ name: string; made: string; words: boolean }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made, indexprs is not null as words
    from pg_index where indrelid = '${table}'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await connection.query(`drop index ${name}`)
  await connection.query(insert)
  await connection.query(`set maintenance_work_mem = '512MB'`)
  for (const { made, words } of indexes) if (withTextSearch || !words) await connection.query(made)
  await connection.query('reset maintenance_work_mem')
}
