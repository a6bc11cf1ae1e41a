import { recordSchema } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'

/** A table whose changes a publication can't send: PostgreSQL then refuses to update it or to delete from it. */
export interface UnpublishableTable {
  readonly table: string
  readonly publication: string
}

/** Finds tables of the service in publications that have neither a primary key nor a replica identity. */
export async function inspectPublications(query: Query): Promise<UnpublishableTable[]> {
  const rows = await query(sql`
select distinct format('%I.%I', n.nspname, c.relname) as table, p.pubname as publication
from pg_publication p
cross join lateral pg_get_publication_tables(p.pubname::text) as published
join pg_class c
  on c.relkind = 'r'
  and (c.oid = published.relid or c.oid in (select part.relid from pg_partition_tree(published.relid) as part))
join pg_namespace n on n.oid = c.relnamespace
where (p.pubupdate or p.pubdelete)
  and n.nspname in (${recordSchema}, 'tabularium')
  and (
    c.relreplident = 'n'
    or c.relreplident = 'd'
      and not exists (select from pg_index x where x.indrelid = c.oid and x.indisprimary)
  )
order by 1, 2`)
  return rows.map(({ table, publication }) => ({ table: table ?? '', publication: publication ?? '' }))
}
