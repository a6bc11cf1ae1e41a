import type { Model } from '../../model/Model.ts'
import { recordSchema, tableName, tableOf } from '../../model/names.ts'
import { sequenceOfTable } from '../../model/objectNames.ts'
import { literal, name, type Sql, sql } from '../../sql/sql.ts'
import { versionLeap } from '../../versions/versionLeap.ts'
import { modelNumber } from '../journal/journal.ts'

/**
 * The highest id that a model's records or its journal have, and the last one that its sequence gave out. The journal
 * counts as well: the id of a deleted record must not come again.
 */
export function sequenceStatement(model: Model): Sql {
  return sql`select
  greatest(
    (select max(t.id) from ${tableName(model)} as t),
    (select max(journal.record) from tabularium.journal where journal.model = ${modelNumber(model)}),
    0
  ) as highest,
  (select case when is_called then last_value else last_value - 1 end from ${sequenceName(model)}) as last`
}

/** The same for the sequence of positions, which put the writes of all models in order. */
export const positionsStatement: Sql = sql`select
  coalesce((select max(journal.position) from tabularium.journal), 0) as highest,
  (select case when is_called then last_value else last_value - 1 end from tabularium.positions) as last`

/** Moves a sequence past a number; never back. */
export function advanceSequenceStatement(sequence: Sql, highest: number): Sql {
  const last = sql`(select last_value from ${sequence})`
  return sql`select setval(${literal(sequence.toText())}::regclass, greatest(${highest}::bigint, ${last}))`
}

/** The sequence of a model's ids. */
export function sequenceName(model: Model): Sql {
  return name(recordSchema, sequenceOfTable(tableOf(model.name)))
}

/** The sequence of positions. */
export const positionsName: Sql = name('tabularium', 'positions')

/**
 * Compares each record of a model with its newest entry in the journal, in one snapshot. `differ` are records with
 * another version, `missing` have entries and no delete among them, `undeleted` exist although the newest entry is a
 * delete, `twice` are versions with two entries, and `incomplete` are records without an entry between two others
 * (versions leap after a restore of the database). Records without entries are fine: their history was trimmed.
 */
export function compareJournalStatement(model: Model): Sql {
  return sql`with entry as materialized (
  select journal.record, journal.version, journal.operation, journal.written_on
  from tabularium.journal
  where journal.model = ${modelNumber(model)}
), newest as (
  select distinct on (entry.record) entry.record, entry.version, entry.operation
  from entry
  order by entry.record, entry.version desc
), stepped as (
  select following.record, max(following.step) filter (where following.step <> ${versionLeap}::bigint) as most
  from (
    select entry.record, entry.version - lag(entry.version) over record as step
    from entry
    ${isKept(model)}
    window record as (partition by entry.record order by entry.version)
  ) as following
  group by following.record
), compared as (
  select newest.record, newest.version as journaled, newest.operation = 'd' as deleted, t.version
  from newest
  left join ${tableName(model)} as t on t.id = newest.record
)
select
  count(*) filter (where version is not null and not deleted and version <> journaled) as differ,
  count(*) filter (where version is null and not deleted) as missing,
  count(*) filter (where version is not null and deleted) as undeleted,
  (
    select count(*)
    from (select from entry group by entry.record, entry.version having count(*) > 1) as repeated
  ) as twice,
  (select count(*) from stepped where stepped.most > 1) as incomplete,
  min(record) filter (where (version is null) <> deleted or version <> journaled) as first
from compared`
}

/** Entries that are not about to be trimmed: that is done in batches, in no order. */
function isKept({ keepHistory }: Model): Sql {
  return keepHistory === undefined
    ? sql``
    : sql`where entry.written_on >= now() - ${keepHistory}::integer * interval '1 day'`
}
