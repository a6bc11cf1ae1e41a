import { type NamedSql, sql } from '../../sql/sql.ts'

/** Figures of the database for `/metrics`. */
export interface DatabaseFigures {
  readonly sessions: number
  readonly journalRows: number
  readonly journalBytes: number
  readonly journalMonthsAhead: number
  readonly pending: number
  readonly feedPending: number
  readonly waitingCommits: number
  readonly failingWebhooks: number
}

/**
 * Reads the figures without reading the tables: PostgreSQL keeps estimates of their rows. The pending changes are
 * counted, because they are few unless the fold has stopped.
 */
export const figuresStatement: NamedSql = sql`with estimate as materialized (
  select pg_class.oid, case
      when pg_stat_get_live_tuples(pg_class.oid) > 0 then pg_stat_get_live_tuples(pg_class.oid)
      else greatest(pg_class.reltuples, 0)::bigint
    end as live
  from pg_class
  where pg_class.oid = 'record.tabularium_session'::regclass
    or pg_class.oid in (
      select inhrelid from pg_inherits where inhparent = 'tabularium.journal'::regclass
    )
), month as (
  select to_date(right(pg_class.relname, 7), 'YYYY_MM') as start
  from pg_inherits
  join pg_class on pg_class.oid = pg_inherits.inhrelid
  where pg_inherits.inhparent = 'tabularium.journal'::regclass and pg_class.relname ~ '^journal_\\d{4}_\\d{2}$'
)
select
  (select live from estimate where oid = 'record.tabularium_session'::regclass),
  (select coalesce(sum(live), 0) from estimate where oid <> 'record.tabularium_session'::regclass),
  (
    select coalesce(sum(pg_total_relation_size(inhrelid)), 0)
    from pg_inherits
    where inhparent = 'tabularium.journal'::regclass
  ),
  (select count(*) from month where start > now() at time zone 'UTC'),
  (select count(*) from (select from tabularium.count_deltas limit 100000) as pending),
  (
    select case when positions.is_called then positions.last_value - feed.released else 0 end
    from tabularium.positions
    cross join tabularium.feed
  ),
  (
    select count(*)
    from pg_stat_activity
    where datname = current_database() and wait_event = 'SyncRep'
  ),
  (
    select count(*)
    from tabularium.webhook_cursors as cursors
    join record.tabularium_webhook as webhook on webhook.id = cursors.webhook
    where webhook.state = 'active' and (cursors.fault is not null or cursors.failing_since is not null)
  )`.named('service.figures')

/** Names the columns of the one row. */
export function toDatabaseFigures(rows: readonly (readonly (string | null)[])[]): DatabaseFigures {
  const figures = rows[0]?.map(Number) ?? []
  const [sizes, lags] = [figures.slice(0, 4), figures.slice(4)]
  const [sessions = 0, journalRows = 0, journalBytes = 0, journalMonthsAhead = 0] = sizes
  const [pending = 0, feedPending = 0, waitingCommits = 0, failingWebhooks = 0] = lags
  const journal = { journalRows, journalBytes, journalMonthsAhead }
  return { sessions, ...journal, pending, feedPending, waitingCommits, failingWebhooks }
}
