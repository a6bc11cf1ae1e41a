import { recordSchema } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'

/** What PostgreSQL knows of one of our tables. */
export interface TableHealth {
  /** With its schema: `record.com_example_contacts_contact`. */
  readonly name: string
  /** About how many rows it has; -1 where nobody has counted. */
  readonly rows: number
  readonly dead: number
  /** Rows that were written since it was analyzed. */
  readonly changed: number
  /** Rows that were added since it was vacuumed. */
  readonly added: number
  readonly analyzed: boolean
  readonly bytes: number
}

/** How the database is, as plain data, from the catalog and the statistics alone. */
export interface Health {
  /** Indexes that an interrupted CREATE INDEX CONCURRENTLY left behind. */
  readonly invalidIndexes: readonly string[]
  /** Months from this one on, such as `2026-01`, for which the journal has no partition. */
  readonly missingMonths: readonly string[]
  readonly thisMonth: string
  /** Changes of counts that are not folded yet. */
  readonly pending: number
  readonly tables: readonly TableHealth[]
}

/** The service makes partitions for three months ahead; when a month has just begun, the third is not there yet. */
const monthsAhead = 2

export async function inspectHealth(query: Query): Promise<Health> {
  const indexes = await query(sql`
select format('%I.%I', n.nspname, i.relname) as name from pg_index x
join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
where not x.indisvalid and n.nspname in (${recordSchema}, 'tabularium') order by 1`)
  const months = await query(sql`
select to_char(month.start, 'YYYY-MM') as month, to_regclass('tabularium.' || to_char(month.start, '"journal_"YYYY_MM')) is null as missing
from generate_series(0, ${monthsAhead}::integer) as ahead(months)
cross join lateral (select date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead.months) as start) as month
order by 1`)
  const [pending] = await query(sql`select count(*) as pending from tabularium.count_deltas`)
  return {
    invalidIndexes: indexes.map(({ name }) => name ?? ''),
    missingMonths: months.filter(({ missing }) => missing === 't').map(({ month }) => month ?? ''),
    thisMonth: months[0]?.['month'] ?? '',
    pending: Number(pending?.['pending']),
    tables: await inspectTables(query),
  }
}

async function inspectTables(query: Query): Promise<TableHealth[]> {
  const rows = await query(sql`
select format('%I.%I', s.schemaname, s.relname) as name, case when c.reltuples > 0 or s.n_live_tup = 0 then c.reltuples::bigint else s.n_live_tup end as rows,
  s.n_dead_tup as dead, s.n_mod_since_analyze as changed, s.n_ins_since_vacuum as added,
  c.reltuples >= 0 or s.last_analyze is not null or s.last_autoanalyze is not null as analyzed, pg_relation_size(c.oid) as bytes
from pg_stat_user_tables s join pg_class c on c.oid = s.relid
where s.schemaname in (${recordSchema}, 'tabularium') and c.relkind = 'r' order by 1`)
  return rows.map((row) => ({
    name: row['name'] ?? '',
    rows: Number(row['rows']),
    dead: Number(row['dead']),
    changed: Number(row['changed']),
    added: Number(row['added']),
    analyzed: row['analyzed'] === 't',
    bytes: Number(row['bytes']),
  }))
}
