import type { Model } from '../../model/Model.ts'
import { join, type NamedSql, type Sql, sql, trusted } from '../../sql/sql.ts'
import { archiveNumber } from './archivedCounts.ts'
import { modelNumber } from './journal.ts'

// A total is the sum of the folded counts and the deltas since. Both are read in one snapshot, so the sum is exact.

/**
 * Level 1 counts ids in blocks of 2^10. A block of a higher level holds 2^5 blocks of the level below, up to 2^30 ids.
 */
export const blockSize = 2 ** 10
const stepBits = 5
const topLevel = 5
const stepShift = trusted(String(stepBits))

/** The number of all records of a model, at a cost that does not grow with that number. */
export function totalOf(model: Model): Sql {
  return totalAt(modelNumber(model))
}

/** The number of its archived records, or of those that are not archived, at the same cost. */
export function totalOfArchive(model: Model, areArchived: boolean): Sql {
  const archived = totalAt(archiveNumber(model))
  return areArchived ? archived : sql`(${totalOf(model)} - ${archived})`
}

/** What is counted under a number. */
function totalAt(number: Sql): Sql {
  return sql`(
  coalesce((
    select sum(counts.records)
    from tabularium.counts
    where counts.model = ${number} and counts.level = ${trusted(String(topLevel))}
  ), 0)
  + coalesce((
    select sum(count_deltas.change)
    from tabularium.count_deltas
    where count_deltas.model = ${number}
  ), 0)
)::bigint`
}

/**
 * The table `block` with one row: the `start` id of the block that holds the record at an offset, and how many records
 * of that block to `skip`. `start` is null if the model has fewer records. The search goes down the levels and reads 32
 * counts in each.
 */
export function blockAt(model: Model, offset: number): Sql {
  const known = [
    sql`numbered as (select ${modelNumber(model)} as model)`,
    sql`pending as materialized (
  select count_deltas.block, sum(count_deltas.change)::integer as change
  from tabularium.count_deltas
  where count_deltas.model = (select numbered.model from numbered)
  group by count_deltas.block
)`,
    sql`${levelName(topLevel + 1)} as (select ${offset}::bigint as skip)`,
  ]
  const block = sql`block as (select level1.block << 10 as start, level1.skip from level1)`
  const steps = Array.from({ length: topLevel }, (_, index) => levelStep(topLevel - index))
  return join([...known, ...steps, block])
}

/**
 * Finds, inside the block of the level above, the first block in which the running sum of records exceeds the number to
 * skip. The running sum adds the folded and the pending records of one block in one step. The count of a block fits an
 * integer, and integers are added faster than larger types.
 */
function levelStep(level: number): Sql {
  const [own, above] = [levelName(level), levelName(level + 1)]
  const pendingBlock =
    level === 1 ? sql`pending.block` : sql`pending.block >> ${trusted(String((level - 1) * stepBits))}`
  const within = (block: Sql) =>
    level === topLevel
      ? sql``
      : sql`
        and ${block} >= (select above.block << ${stepShift} from ${above} as above)
        and ${block} < (select (above.block + 1) << ${stepShift} from ${above} as above)`
  return sql`${own} as (
  select min(running.block) filter (where running.upto > above.skip) as block,
    above.skip - coalesce(max(running.upto) filter (where running.upto <= above.skip), 0) as skip
  from ${above} as above
  cross join (
    select part.block, sum(part.records) over (order by part.block) as upto
    from (
      select counts.block, counts.records::integer as records
      from tabularium.counts
      where counts.model = (select numbered.model from numbered)
        and counts.level = ${trusted(String(level))}${within(sql`counts.block`)}
      union all
      select ${pendingBlock}, pending.change
      from pending
      where true${within(pendingBlock)}
    ) as part
  ) as running
  group by above.skip
)`
}

function levelName(level: number): Sql {
  return trusted(`level${level}`)
}

/** Folds the deltas into the counts. One process at a time does it. It is one transaction, so it is safe to kill. */
export const foldStatement: NamedSql = sql`with turn as materialized (
  select pg_try_advisory_xact_lock(hashtextextended('tabularium fold', 0)) as mine
), gone as (
  delete from tabularium.count_deltas
  where (select mine from turn)
  returning model, block, change
), sums as (
  select gone.model, level.number as level, gone.block >> ((level.number - 1) * ${stepShift}) as block,
    sum(gone.change) as records
  from gone
  cross join generate_series(1, ${trusted(String(topLevel))}) as level(number)
  group by 1, 2, 3
), folded as (
  insert into tabularium.counts as counts (model, level, block, records)
  select sums.model, sums.level, sums.block, sums.records
  from sums
  on conflict (model, level, block) do update
  set records = counts.records + excluded.records
)
select count(*) from gone`.named('count.fold')

/** The number of deltas that wait to be folded. */
export const pendingStatement: NamedSql = sql`select count(*) from tabularium.count_deltas`.named('count.pending')
