import type { Model } from '../../model/Model.ts'
import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'
import { modelNumber } from '../journal/journal.ts'

/** Creates the journal's partitions for the next months. */
export function prepareJournalStatement(months: number): NamedSql {
  return sql`select tabularium.prepare_journal(${months}::integer)`.named('journal.prepare')
}

/** The last position that a write has drawn. */
export const drawnPosition: Sql = sql`(
  select case when is_called then last_value else 0 end
  from tabularium.positions
)`

/** Moves the mark of the change feed, unless another process does. Returns the mark, and the last position drawn. */
export const releaseJournalStatement: NamedSql = sql`select tabularium.release_journal(), ${drawnPosition}`.named(
  'journal.release',
)

/** The released mark. */
export const releasedStatement: NamedSql = sql`select feed.released from tabularium.feed`.named('journal.released')

/** The last position that a write has drawn. */
export const drawnPositionStatement: NamedSql = sql`select ${drawnPosition}`.named('journal.drawn')

/** The number of entries that one statement deletes. */
export const trimBatch = 10_000

/**
 * Deletes a batch of a model's entries that are older than a number of days, and returns how many it deleted. It notes
 * up to which position the feed has forgotten the model's changes.
 */
export function trimJournalStatement(model: Model, days: number): NamedSql {
  return sql`with old as (
  select journal.model, journal.record, journal.version, journal.written_on
  from tabularium.journal
  where journal.model = ${modelNumber(model)} and journal.written_on < now() - ${days}::integer * interval '1 day'
  limit ${trimBatch}::bigint
), gone as (
  delete from tabularium.journal using old
  where journal.model = old.model
    and journal.record = old.record
    and journal.version = old.version
    and journal.written_on = old.written_on
  returning journal.model, journal.position
), forgot as (
  insert into tabularium.forgotten as forgotten (model, position)
  select gone.model, max(gone.position)
  from gone
  where gone.position is not null
  group by gone.model
  on conflict (model) do update
  set position = greatest(forgotten.position, excluded.position)
)
select count(*) from gone`.named('journal.trim')
}
