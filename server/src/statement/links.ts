import type { Model } from '../model/Model.ts'
import type { Linker } from '../model/Models.ts'
import { columnOf, recordSchema, tableName } from '../model/names.ts'
import { linksTableOf } from '../model/objectNames.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { name, type NamedSql, type Sql, sql } from '../sql/sql.ts'

/** The table with the links of a relation. */
export function linksTable(model: Model, relation: LinksRelation): Sql {
  return name(recordSchema, linksTableOf(model.name, relation.name))
}

/** The links of some records, sorted by source and target. */
export function readLinksStatement(model: Model, relation: LinksRelation, sources: readonly number[]): NamedSql {
  return sql`select links.source, links.target
from ${linksTable(model, relation)} as links
where links.source = any(${sources}::bigint[])
order by links.source, links.target`.named('links.read')
}

/** Adds links to those of the targets that exist, and returns these targets. */
export function addLinksStatement(
  model: Model,
  target: Model,
  relation: LinksRelation,
  source: number,
  targets: readonly number[],
): NamedSql {
  return sql`insert into ${linksTable(model, relation)} (source, target)
select ${source}::bigint, target.id
from ${tableName(target)} as target
where target.id = any(${targets}::bigint[])
order by target.id
returning target`.named('links.add')
}

/** Removes links of a record. */
export function removeLinksStatement(
  model: Model,
  relation: LinksRelation,
  source: number,
  targets: readonly number[],
): NamedSql {
  return sql`delete from ${linksTable(model, relation)}
where source = ${source}::bigint and target = any(${targets}::bigint[])`.named('links.remove')
}

/** Of some records, those that exist. They cannot be deleted until the end of the transaction. */
export function lockTargetsStatement(target: Model, ids: readonly number[]): NamedSql {
  return sql`select t.id
from ${tableName(target)} as t
where t.id = any(${ids}::bigint[])
order by t.id
for key share of t`.named('links.lockTargets')
}

/** Removes the links to records that are about to be deleted. */
export function unlinkStatement({ model, relation }: Linker, targets: readonly number[]): NamedSql {
  return sql`delete from ${linksTable(model, relation)} where target = any(${targets}::bigint[])`.named('links.unlink')
}

/** Locks the records that link to some others, at most `limit` of them, and returns their versions. */
export function lockLinkersStatement({ model, relation }: Linker, targets: readonly number[], limit: number): NamedSql {
  return sql`select t.id, t.version
from ${tableName(model)} as t
where t.id in (
  select links.source
  from ${linksTable(model, relation)} as links
  where links.target = any(${targets}::bigint[])
)
order by t.id
limit ${limit}::bigint
for update of t`.named('links.lockLinkers')
}

/** Locks the records that refer to some others by a field, at most `limit`; returns their versions and references. */
export function lockReferrersStatement(
  model: Model,
  field: string,
  targets: readonly number[],
  limit: number,
): NamedSql {
  const reference = name(columnOf(field))
  return sql`select t.id, t.version, t.${reference}
from ${tableName(model)} as t
where t.${reference} = any(${targets}::bigint[])
order by t.id
limit ${limit}::bigint
for update of t`.named('record.lockReferrers')
}

/** Locks some records until the end of the transaction, and returns their versions. */
export function lockRecordsStatement(model: Model, ids: readonly number[]): NamedSql {
  return sql`select t.id, t.version
from ${tableName(model)} as t
where t.id = any(${ids}::bigint[])
order by t.id
for update of t`.named('record.lockMany')
}

/** The versions of some records, without a lock. */
export function versionsStatement(model: Model, ids: readonly number[]): NamedSql {
  return sql`select t.id, t.version from ${tableName(model)} as t where t.id = any(${ids}::bigint[])`.named(
    'record.versions',
  )
}

/** Locks some records that are only updated: others may still refer to them meanwhile. */
export function lockUpdatedStatement(model: Model, ids: readonly number[]): NamedSql {
  return sql`select t.id
from ${tableName(model)} as t
where t.id = any(${ids}::bigint[])
order by t.id
for no key update of t`.named('record.lockUpdated')
}

/** Locks one record until the end of the transaction, and returns its version. */
export function lockRecordStatement(model: Model, id: number): NamedSql {
  return sql`select t.id, t.version
from ${tableName(model)} as t
where t.id = ${id}::bigint
for update of t`.named('record.lock')
}
