import { momentJson } from '../model/field/dateTime.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, linksTableOf, recordSchema, tableName } from '../model/names.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { SelectedMember, Selection } from '../plan/Selection.ts'
import { join, name, type Sql, sql, trusted } from '../sql/sql.ts'
import { authorJson, column, fieldJson } from './recordJson.ts'

/** Members of a collection or links that are shown at most; more are refused, since a part of them would pass for all. */
export const mostMembers = 1_000

/** A record as JSON text, with what was selected. All of it in one statement, however deep it goes. */
export function selectionJson(selection: Selection, models: Models, alias: string): Sql {
  return sql`${objectOf(selection, models, alias, 1)}::text`
}

function objectOf({ model, members }: Selection, models: Models, alias: string, depth: number): Sql {
  const row = trusted(`_row${depth}`)
  const identity = [sql`${column(alias, 'id')} as "id"`, sql`${column(alias, 'version')} as "version"`]
  const others = members.map((member) => memberOf(member, model.name, models, alias, depth))
  return sql`(select row_to_json(${row}) from (select ${join([...identity, ...others])}) as ${row})`
}

function memberOf(member: SelectedMember, owner: string, models: Models, alias: string, depth: number): Sql {
  if (member.shows === 'field') {
    const { field } = member
    const source = column(alias, columnOf(field.name))
    const json = builtInJson(field.name, source) ?? fieldJson(field, source, models)
    return sql`${json} as ${name(field.name)}`
  }
  const other = `_other${depth}`
  const object = objectOf(member.selection, models, other, depth + 1)
  const table = sql`${tableName(member.selection.model)} as ${trusted(other)}`
  if (member.shows === 'reference') {
    const source = column(alias, columnOf(member.field.name))
    return sql`(select ${object} from ${table} where ${column(other, 'id')} = ${source}) as ${name(member.field.name)}`
  }
  const many = `_many${depth}`
  const related = relatedTo(member.relation, owner, alias, other, depth)
  return sql`(
  select ('[' || coalesce(string_agg(${column(many, 'json')}::text, ',' order by ${column(many, 'id')}), '') || ']')::json
  from (select ${column(other, 'id')} as id, ${object} as json, 1 / (case when row_number() over () > ${trusted(String(mostMembers))} then 0 else 1 end) as fits from ${related(table)}) as ${trusted(many)} where ${column(many, 'fits')} = 1
) as ${name(member.relation.name)}`
}

/** The records of a relation, from the table of the other model. */
function relatedTo(
  relation: Relation,
  owner: string,
  alias: string,
  other: string,
  depth: number,
): (table: Sql) => Sql {
  if (relation.type === 'collection')
    return (table) => sql`${table} where ${column(other, columnOf(relation.by))} = ${column(alias, 'id')}`
  const link = `_link${depth}`
  return (table) =>
    sql`${name(recordSchema, linksTableOf(owner, relation.name))} as ${trusted(link)} join ${table} on ${column(other, 'id')} = ${column(link, 'target')} where ${column(link, 'source')} = ${column(alias, 'id')}`
}

function builtInJson(field: string, source: Sql): Sql | undefined {
  if (field === 'createdOn' || field === 'updatedOn') return momentJson(source)
  if (field === 'createdBy' || field === 'updatedBy') return authorJson(source)
  return undefined
}
