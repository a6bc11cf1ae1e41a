import { builtInColumns } from '../../criteria/path.ts'
import { maxInteger } from '../../model/field/convert.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { partsOf, type RollupField } from '../../model/field/rollup.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, recordSchema } from '../../model/names.ts'
import { linksTableOf } from '../../model/objectNames.ts'
import type { Relation } from '../../model/relation/Relation.ts'
import { name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'

/** How the records `alias` belong to the record `from`: by a reference of theirs, or by a table of links. */
export type RelationSource = { readonly from: string; readonly alias: string } & (
  | { readonly reference: Sql }
  | { readonly table: string }
)

/** How the records of a relation belong to the record `from`. */
export function sourceOf(owner: string, relation: Relation, from: string, alias: string): RelationSource {
  if (relation.type === 'links') return { table: linksTableOf(owner, relation.name), from, alias }
  return { reference: column(alias, columnOf(relation.by)), from, alias }
}

/** Whether a record of a relation meets a condition. */
export function existsSql(source: RelationSource, table: Sql, met: Sql): Sql {
  return sql`exists (
  select
  ${membersSql(source, table, met)}
)`
}

/** The records of a relation that meet a condition: the part of a query from FROM on. */
export function membersSql(source: RelationSource, table: Sql, met: Sql): Sql {
  const { from, alias } = source
  if ('reference' in source)
    return sql`from ${table}
  where ${source.reference} = ${column(from, 'id')} and ${met}`
  const link = `${alias}_link`
  return sql`from ${name(recordSchema, source.table)} as ${trusted(link)}
  join ${table} on ${column(alias, 'id')} = ${column(link, 'target')}
  where ${column(link, 'source')} = ${column(from, 'id')} and ${met}`
}

/** The relation that a rollup is about. */
export function relationOf(field: RollupField, { relations }: Model): Relation {
  const relation = relations.find(({ name: own }) => own === partsOf(field).relation)
  if (!relation) throw new TypeError(`The rollup ${field.name} has no relation.`)
  return relation
}

/** A rollup over some rows of `alias`. `seen` returns a column as far as it is visible. */
export function rollupOf(field: RollupField, rows: Sql, alias: string, seen: (fieldName: string) => Sql): Sql {
  const { member } = partsOf(field)
  return sql`(
  select ${figureSql(field, member === undefined ? sql`*` : seen(member))}
  ${rows}${latestFirst(field, seen, alias)}
)`
}

/** What a rollup computes. A sum of nothing is 0. A sum that a JSON number cannot hold has no value. */
function figureSql(field: RollupField, value: Sql): Sql {
  if (field.function === 'latest') return value
  if (field.function !== 'sum') return sql`${trusted(field.function)}(${value})`
  const { sums } = typeOf(field)
  const sum = sql`round(coalesce(sum(${value}), 0), ${trusted(String(sums?.scale(field) ?? 0))})`
  if (sums?.json(field) !== 'number') return sum
  return sql`case when abs(${sum}) <= ${maxInteger} then ${sum}::bigint end`
}

/** For `latest`: the order in which its record comes first. */
function latestFirst(
  { function: called, by = 'createdOn' }: RollupField,
  seen: (fieldName: string) => Sql,
  alias: string,
): Sql {
  if (called !== 'latest') return sql``
  const order = builtInColumns.some((one) => one.name === by) ? column(alias, columnOf(by)) : seen(by)
  return sql`
  order by ${order} desc nulls last, ${column(alias, 'id')} desc
  limit 1`
}
