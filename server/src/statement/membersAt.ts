import type { Model } from '../model/Model.ts'
import { columnOf, tableName } from '../model/names.ts'
import { type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { column } from './record/columns.ts'
import { modelNumber } from './journal/journal.ts'
import { formerMembers } from './journal/membersEver.ts'

/** A moment in the journal: a transaction that wrote, and whether what it wrote itself counts. */
export interface Boundary {
  readonly on: string
  readonly transaction: string
  readonly isIncluded: boolean
}

/** When and by which transaction a version of a record was written; no row if the journal does not have it. */
export function versionWrittenStatement(model: Model, id: number, version: number): NamedSql {
  return sql`select journal.written_on::text, journal.transaction::text
from tabularium.journal
where journal.model = ${modelNumber(model)}
  and journal.record = ${id}::bigint
  and journal.version = ${version}::bigint`.named('journal.written')
}

/** The same of the next version that was written, with that version: after a restore of the database it leaps. */
export function nextVersionWrittenStatement(model: Model, id: number, version: number): NamedSql {
  return sql`select journal.written_on::text, journal.transaction::text, journal.version
from tabularium.journal
where journal.model = ${modelNumber(model)}
  and journal.record = ${id}::bigint
  and journal.version > ${version}::bigint
order by journal.version
limit 1`.named('journal.writtenNext')
}

/**
 * The records that are in the collections of some records, or ever were: the id, the current version and reference
 * (null if it is deleted), and the version that it had at the boundary (-1 if it did not exist yet).
 */
export function membersAtStatement(
  model: Model,
  by: string,
  parents: readonly number[],
  boundary: Boundary,
  limit: number,
): NamedSql {
  const ids = sql`${parents}::bigint[]`
  return sql`with member as materialized (
  select t.id from ${tableName(model)} as t where ${column('t', columnOf(by))} = any(${ids})
  union
  ${formerMembers(model, by, ids)}
  limit ${limit}::bigint
)
select member.id, t.version, ${column('t', columnOf(by))}, ${versionAt(model, boundary)}
from member
left join ${tableName(model)} as t on t.id = member.id
order by member.id`.named('members.at')
}

/**
 * The version at the boundary: before the first entry that the boundary's transaction wrote, or the last entry of
 * earlier transactions. Entries that are past their time are older than all others, so the version before the first
 * that is left was one less.
 */
function versionAt(model: Model, { on, transaction, isIncluded }: Boundary): Sql {
  const at = sql`${on}::timestamp(3) with time zone`
  const by = sql`${transaction}::xid8`
  const own = sql`journal.written_on = ${at} and journal.transaction = ${by}`
  const entries = sql`from tabularium.journal
    where journal.model = ${modelNumber(model)} and journal.record = member.id`
  const earlier = sql`(journal.written_on < ${at} or journal.written_on = ${at} and journal.transaction < ${by})`
  const before = sql`(select max(journal.version) ${entries} and ${earlier})`
  const first = sql`(select min(journal.version) - 1 ${entries})`
  const inside = isIncluded
    ? sql`(select max(journal.version) ${entries} and ${own})`
    : versionBefore(sql`(select min(journal.version) ${entries} and ${own})`, model, sql`member.id`)
  return sql`coalesce(${inside}, ${before}, ${first}, t.version)`
}

/** The version before another one: by the journal, since versions may leap, or one less if it has none. */
function versionBefore(version: Sql, model: Model, id: Sql): Sql {
  return sql`(
    select coalesce((
      select max(journal.version)
      from tabularium.journal
      where journal.model = ${modelNumber(model)} and journal.record = ${id} and journal.version < later.version
    ), later.version - 1)
    from (select ${version} as version) as later
  )`
}

/**
 * How long a transaction may last: that of a request (the maximum of the setting `requestTimeout`), and that of logic
 * (the longest timeout that it may declare).
 */
const [longestRequest, longestLogic] = [sql`interval '20 minutes'`, sql`interval '1 day'`]

/**
 * Of some members of a record, the version that a client must have seen who read the record at a version of its own.
 * Entries that were written together with the record are ordered by its versions. Others are ordered by the start of
 * their transaction only, and one that began earlier may end later. So they count if they are older by as long as their
 * transaction could last. If an entry is known, those before it are, too: their transactions had ended by then.
 */
export function knownVersionsStatement(
  parent: { readonly model: Model; readonly id: number; readonly version: number },
  model: Model,
  ids: readonly number[],
): NamedSql {
  const isSameWrite = sql`own.transaction = journal.transaction and own.written_on = journal.written_on`
  const isOfRequest = sql`journal.change_set is null or exists (
        select from tabularium.change_sets
        where change_sets.id = journal.change_set
          and change_sets.kind not in ('action', 'job', 'reaction', 'schedule', 'migration')
      )`
  const isKnown = sql`exists (
      select from own where ${isSameWrite} and own.version <= ${parent.version}::bigint
    ) or not exists (
      select from own where ${isSameWrite}
    ) and journal.written_on < (
      select own.written_on - case when ${isOfRequest} then ${longestRequest} else ${longestLogic} end
      from own
      where own.version = ${parent.version}::bigint
    )`
  const entries = sql`from tabularium.journal
      where journal.model = ${modelNumber(model)} and journal.record = t.id`
  const firstUnknown = sql`(
      select min(journal.version)
      ${entries} and journal.version > coalesce((select max(journal.version) ${entries} and (${isKnown})), -1)
    )`
  return sql`with own as materialized (
  select journal.version, journal.transaction, journal.written_on
  from tabularium.journal
  where journal.model = ${modelNumber(parent.model)} and journal.record = ${parent.id}::bigint
)
select t.id, coalesce(${versionBefore(firstUnknown, model, sql`t.id`)}, t.version)
from ${tableName(model)} as t
where t.id = any(${ids}::bigint[])`.named('members.known')
}
