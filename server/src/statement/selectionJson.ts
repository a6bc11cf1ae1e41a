import { momentJson } from '../model/field/dateTime.ts'
import type { Model } from '../model/Model.ts'
import { columnOf, linksTableOf, recordSchema, tableName } from '../model/names.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { SelectedMember, Selection } from '../plan/Selection.ts'
import { name, type Sql, sql, trusted } from '../sql/sql.ts'
import { column } from './columns.ts'
import { andRelationSeen, andSeen, seenColumn } from './conditionSql.ts'
import { authorJson, fieldJson, idAlone, identity, type Member, objectJson, orId, whenSeen } from './recordJson.ts'
import type { View } from './View.ts'

/** Members of a collection or links that are shown at most; more are refused, since a part of them would pass for all. */
export const mostMembers = 1_000

/** A record as JSON text, with what was selected. All of it in one statement, however deep it goes. */
export function selectionJson(selection: Selection, view: View, alias: string): Sql {
  return sql`${objectOf(selection, view, alias, 1)}::text`
}

function objectOf({ model, members }: Selection, view: View, alias: string, depth: number): Sql {
  return objectJson([...identity(alias), ...members.map((member) => memberOf(member, model, view, alias, depth))])
}

function memberOf(member: SelectedMember, owner: Model, view: View, alias: string, depth: number): Member {
  if (member.shows === 'relation') return relationOf(member, owner, view, alias, depth)
  const { field } = member
  const source = column(alias, columnOf(field.name))
  const json =
    member.shows === 'field'
      ? (builtInJson(field.name, source) ?? fieldJson(field, source, view))
      : referenceOf(member.selection, source, view, depth)
  return { name: field.name, json, ...whenSeen(owner, field.name, alias, view) }
}

function referenceOf(selection: Selection | undefined, source: Sql, view: View, depth: number): Sql {
  if (!selection) return idAlone(source)
  const other = `_other${depth}`
  const { model } = selection
  const object = objectOf(selection, view, other, depth + 1)
  const found = sql`(select ${object} from ${tableName(model)} as ${trusted(other)} where ${column(other, 'id')} = ${source}${andSeen(model, other, view)})`
  return orId(found, model, source, view)
}

function relationOf(
  { relation, selection }: Extract<SelectedMember, { shows: 'relation' }>,
  owner: Model,
  view: View,
  alias: string,
  depth: number,
): Member {
  const other = `_other${depth}`
  const many = `_many${depth}`
  const table = sql`${tableName(selection.model)} as ${trusted(other)}`
  const seen = sql`${andSeen(selection.model, other, view)}${andRelationSeen(owner.name, relation.name, alias, view)}`
  const related = sql`${relatedTo(relation, owner, alias, other, depth)(table, selection.model, view)}${seen}`
  const object = objectOf(selection, view, other, depth + 1)
  const json = sql`(
  select ('[' || coalesce(string_agg(${column(many, 'json')}::text, ',' order by ${column(many, 'id')}), '') || ']')::json
  from (select ${column(other, 'id')} as id, ${object} as json, 1 / (case when row_number() over () > ${trusted(String(mostMembers))} then 0 else 1 end) as fits from ${related}) as ${trusted(many)} where ${column(many, 'fits')} = 1
)`
  return { name: relation.name, json, ...whenSeen(owner, relation.name, alias, view) }
}

/** The records of a relation, from the table of the other model. Where a record does not show what it refers to, it is in no collection. */
function relatedTo(
  relation: Relation,
  owner: Model,
  alias: string,
  other: string,
  depth: number,
): (table: Sql, target: Model, view: View) => Sql {
  if (relation.type === 'collection')
    return (table, target, view) =>
      sql`${table} where ${seenColumn(target, relation.by, other, view)} = ${column(alias, 'id')}`
  const link = `_link${depth}`
  return (table) =>
    sql`${name(recordSchema, linksTableOf(owner.name, relation.name))} as ${trusted(link)} join ${table} on ${column(other, 'id')} = ${column(link, 'target')} where ${column(link, 'source')} = ${column(alias, 'id')}`
}

function builtInJson(field: string, source: Sql): Sql | undefined {
  if (field === 'createdOn' || field === 'updatedOn') return momentJson(source)
  if (field === 'createdBy' || field === 'updatedBy') return authorJson(source)
  return undefined
}
