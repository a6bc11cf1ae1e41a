import { recordSchema } from '../model/names.ts'
import { sql } from '../sql/sql.ts'
import type { Query } from './RecordState.ts'

/** PostgreSQL's statistics about one of the service's tables. */
export interface TableHealth {
  /** With its schema: `record.com_example_contacts_contact`. */
  readonly name: string
  /** The estimated number of rows; -1 if there is no estimate. */
  readonly rows: number
  readonly dead: number
  /** Rows written since the last ANALYZE. */
  readonly changed: number
  /** Rows added since the last VACUUM. */
  readonly added: number
  readonly analyzed: boolean
  readonly bytes: number
}

/** The condition of the database as plain data, from the catalog and the statistics. */
export interface Health {
  /** Indexes that an interrupted CREATE INDEX CONCURRENTLY left invalid. */
  readonly invalidIndexes: readonly string[]
  /** Months from this one on, such as `2026-01`, for which the journal has no partition. */
  readonly missingMonths: readonly string[]
  readonly thisMonth: string
  /** Changes of counts that are not folded yet. */
  readonly pending: number
  readonly tables: readonly TableHealth[]
}

/** The service creates partitions for three months ahead; the third may be missing at the start of a month. */
const monthsAhead = 2

/** Reads the condition of the database. */
export async function inspectHealth(query: Query): Promise<Health> {
  const indexes = await query(sql`
select format('%I.%I', n.nspname, i.relname) as name
from pg_index x
join pg_class i on i.oid = x.indexrelid
join pg_namespace n on n.oid = i.relnamespace
where not x.indisvalid and n.nspname in (${recordSchema}, 'tabularium')
order by 1`)
  const months = await query(sql`
select
  to_char(month.start, 'YYYY-MM') as month,
  to_regclass('tabularium.' || to_char(month.start, '"journal_"YYYY_MM')) is null as missing
from generate_series(0, ${monthsAhead}::integer) as ahead(months)
cross join lateral (
  select date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead.months) as start
) as month
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
select
  format('%I.%I', s.schemaname, s.relname) as name,
  case when c.reltuples > 0 or s.n_live_tup = 0 then c.reltuples::bigint else s.n_live_tup end as rows,
  s.n_dead_tup as dead,
  s.n_mod_since_analyze as changed,
  s.n_ins_since_vacuum as added,
  c.reltuples >= 0 or s.last_analyze is not null or s.last_autoanalyze is not null as analyzed,
  pg_relation_size(c.oid) as bytes
from pg_stat_user_tables s
join pg_class c on c.oid = s.relid
where s.schemaname in (${recordSchema}, 'tabularium') and c.relkind = 'r'
order by 1`)
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
