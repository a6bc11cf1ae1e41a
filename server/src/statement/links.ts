import type { Model } from '../model/Model.ts'
import type { Linker } from '../model/Models.ts'
import { columnOf, linksTableOf, recordSchema, tableName } from '../model/names.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { name, type NamedSql, type Sql, sql } from '../sql/sql.ts'

/** The table that keeps the links of a relation. */
export function linksTable(model: Model, relation: LinksRelation): Sql {
  return name(recordSchema, linksTableOf(model.name, relation.name))
}

/** The links of some records, in order: source and target. */
export function readLinksStatement(model: Model, relation: LinksRelation, sources: readonly number[]): NamedSql {
  return sql`select links.source, links.target from ${linksTable(model, relation)} as links
where links.source = any(${sources}::bigint[]) order by links.source, links.target`.named('links.read')
}

/** Makes links, as far as the linked records exist; answers the targets that were linked. */
export function addLinksStatement(
  model: Model,
  target: Model,
  relation: LinksRelation,
  source: number,
  targets: readonly number[],
): NamedSql {
  return sql`insert into ${linksTable(model, relation)} (source, target)
select ${source}::bigint, target.id from ${tableName(target)} as target where target.id = any(${targets}::bigint[])
returning target`.named('links.add')
}

export function removeLinksStatement(
  model: Model,
  relation: LinksRelation,
  source: number,
  targets: readonly number[],
): NamedSql {
  return sql`delete from ${linksTable(model, relation)}
where source = ${source}::bigint and target = any(${targets}::bigint[])`.named('links.remove')
}

/** Which of some records are there, kept from going until the end of the transaction. */
export function lockTargetsStatement(target: Model, ids: readonly number[]): NamedSql {
  return sql`select t.id
from ${tableName(target)} as t
where t.id = any(${ids}::bigint[])
order by t.id
for key share of t`.named('links.lockTargets')
}

/** Takes away the links to records that are about to go. */
export function unlinkStatement({ model, relation }: Linker, targets: readonly number[]): NamedSql {
  return sql`delete from ${linksTable(model, relation)} where target = any(${targets}::bigint[])`.named('links.unlink')
}

/** The records that link to some others, locked, with their versions: at most so many. */
export function lockLinkersStatement({ model, relation }: Linker, targets: readonly number[], most: number): NamedSql {
  return sql`select t.id, t.version from ${tableName(model)} as t
where t.id in (
  select links.source from ${linksTable(model, relation)} as links
  where links.target = any(${targets}::bigint[])
)
order by t.id limit ${most}::bigint for update of t`.named('links.lockLinkers')
}

/**
 * The records that refer to some others by a field, locked, with their versions and what they refer to: at most so
 * many.
 */
export function lockReferrersStatement(
  model: Model,
  field: string,
  targets: readonly number[],
  most: number,
): NamedSql {
  return sql`select t.id, t.version, t.${name(columnOf(field))} from ${tableName(model)} as t
where t.${name(columnOf(field))} = any(${targets}::bigint[]) order by t.id limit ${most}::bigint for update of t`.named(
    'record.lockReferrers',
  )
}

/** Some records, locked until the end of the transaction, with their versions. */
export function lockRecordsStatement(model: Model, ids: readonly number[]): NamedSql {
  return sql`select t.id, t.version
from ${tableName(model)} as t
where t.id = any(${ids}::bigint[])
order by t.id
for update of t`.named('record.lockMany')
}

/** One record, locked until the end of the transaction, with its version. */
export function lockRecordStatement(model: Model, id: number): NamedSql {
  return sql`select t.id, t.version from ${tableName(model)} as t where t.id = ${id}::bigint for update of t`.named(
    'record.lock',
  )
}
