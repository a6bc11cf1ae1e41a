import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { archiveNumber } from '../journal/archivedCounts.ts'
import { totalOf, totalOfArchive } from '../journal/counts.ts'
import { modelNumber } from '../journal/journal.ts'

/**
 * Compares the stored counts of a model with its records, or with those that are archived: both totals, and the number
 * of blocks of ids that differ. It reads one snapshot, so the comparison is exact.
 */
export function compareCountsStatement(model: Model, ofArchive = false): Sql {
  const number = ofArchive ? archiveNumber(model) : modelNumber(model)
  const where = ofArchive
    ? sql`
  where t.archived_on is not null`
    : sql``
  return sql`with counted as (
  select t.id >> 10 as block, count(*) as records
  from ${tableName(model)} as t${where}
  group by 1
), kept as (
  select part.block, sum(part.records) as records
  from (
    select counts.block, counts.records
    from tabularium.counts
    where counts.model = ${number} and counts.level = 1
    union all
    select count_deltas.block, count_deltas.change
    from tabularium.count_deltas
    where count_deltas.model = ${number}
  ) as part
  group by 1
)
select ${ofArchive ? totalOfArchive(model, true) : totalOf(model)} as kept,
  (select coalesce(sum(counted.records), 0) from counted) as counted,
  (
    select count(*)
    from counted
    full join kept on kept.block = counted.block
    where coalesce(kept.records, 0) <> coalesce(counted.records, 0)
  ) as blocks`
}

/** Deletes the counts of a model before a new count, and blocks writes to its records and folding meanwhile. */
export function forgetCountsStatements(model: Model): Sql[] {
  return [
    sql`select pg_advisory_xact_lock(hashtextextended('tabularium fold', 0))`,
    sql`lock table ${tableName(model)} in share row exclusive mode`,
    sql`delete from tabularium.counts where model in (${modelNumber(model)}, ${archiveNumber(model)})`,
    sql`delete from tabularium.count_deltas where model in (${modelNumber(model)}, ${archiveNumber(model)})`,
  ]
}
