import type { Model } from '../model/Model.ts'
import { columnOf, tableName } from '../model/names.ts'
import { type NamedSql, type Sql, sql } from '../sql/sql.ts'
import { column } from './part/columns.ts'
import { modelNumber } from './part/journal.ts'
import { formerMembers } from './part/membersEver.ts'

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
 * earlier transactions. Entries that are past their time are older than all others, so before these there was one
 * version less than the first that is left.
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
    : sql`(select min(journal.version) - 1 ${entries} and ${own})`
  return sql`coalesce(${inside}, ${before}, ${first}, t.version)`
}
