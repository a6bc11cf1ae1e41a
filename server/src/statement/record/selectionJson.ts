import { namesOfUsers, userModel } from '../../model/builtIn/names.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf, recordSchema, tableName } from '../../model/names.ts'
import { linksTableOf } from '../../model/objectNames.ts'
import { shownComments } from '../../model/relation/comments.ts'
import type { Relation } from '../../model/relation/Relation.ts'
import type { SortKey } from '../../plan/parseSort.ts'
import type { SelectedMember, Selection } from '../../plan/Selection.ts'
import { join, name, type Sql, sql, trusted } from '../../sql/sql.ts'
import { exceeds, excessJson, maxMembers } from '../limit/answerSize.ts'
import { column } from './columns.ts'
import { andUnarchived } from '../condition/archivedSql.ts'
import { andRelatedSeen, andSeen, Joins, valueSql } from '../condition/conditionSql.ts'
import { isNeverNull, sortKey } from '../condition/sortKey.ts'
import { authorLength, fieldLength, recordLength } from '../limit/jsonLength.ts'
import { type Member, objectJson } from './objectJson.ts'
import { auditJson, fieldJson, identity, orUnseen, titleMembers, unseenJson, whenSeen } from './recordJson.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** The JSON of a record. */
export interface Shown {
  readonly json: Sql
  /** Its maximum length in bytes, according to the models. */
  readonly length: number
  /** Whether it may be replaced by the reason why it is not shown. */
  readonly mayExceed: boolean
}

/**
 * A record as JSON text with the selected members, at any depth, in one statement. No relation exceeds `limit` bytes.
 */
export function selectionJson(selection: Selection, scope: ReadScope, alias: string, limit: number): Shown {
  const shown = objectOf(selection, { scope, limit }, alias, 1)
  return { ...shown, json: sql`${shown.json}::text` }
}

interface Showing {
  readonly scope: ReadScope
  /** The maximum size of a relation in bytes. */
  readonly limit: number
}

type ShownMember = Member & { readonly length: number }

function objectOf({ model, members }: Selection, showing: Showing, alias: string, depth: number): Shown {
  return toObject(
    members.map((member) => memberOf(member, model, showing, alias, depth)),
    alias,
  )
}

function toObject(shown: readonly ShownMember[], alias: string): Shown {
  return {
    json: objectJson([...identity(alias), ...shown]),
    length: recordLength(shown.map(({ length }) => length)),
    mayExceed: shown.some(({ mayExceed }) => mayExceed),
  }
}

/** A record that a reference leads to. Of a user, the names are always shown. */
function referredOf(selection: Selection, showing: Showing, alias: string, depth: number): Shown {
  const { model, members } = selection
  if (model.name !== userModel) return objectOf(selection, showing, alias, depth)
  const title = titleMembers(model, showing.scope, alias).map((member) => ({ ...member, length: authorLength }))
  const isName = (name: string) => (namesOfUsers as readonly string[]).includes(name)
  const others = members.filter((member) => member.shows !== 'field' || !isName(member.field.name))
  return toObject([...title, ...others.map((member) => memberOf(member, model, showing, alias, depth))], alias)
}

function memberOf(member: SelectedMember, owner: Model, showing: Showing, alias: string, depth: number): ShownMember {
  const { scope } = showing
  if (member.shows === 'relation') return relationOf(member, owner, showing, alias, depth)
  const { field } = member
  const source = valueSql(field, owner, alias, scope)
  const seen = { name: field.name, ...whenSeen(owner, field.name, alias, scope) }
  if (member.shows === 'reference') return { ...seen, ...referenceOf(member, source, showing, depth) }
  const json = auditJson(field.name, source) ?? fieldJson(field, source, scope)
  const length = field.name.endsWith('By') ? authorLength : 0
  return { ...seen, json, length: Math.max(length, fieldLength(field, owner, scope.models)) }
}

function referenceOf(
  { field, selection }: Extract<SelectedMember, { shows: 'reference' }>,
  source: Sql,
  showing: Showing,
  depth: number,
): Shown {
  if (!selection) return { json: unseenJson(field.target, source), length: authorLength, mayExceed: false }
  const other = `_other${depth}`
  const { model } = selection
  const object = referredOf(selection, showing, other, depth + 1)
  const found = sql`(
  select ${object.json}
  from ${tableName(model)} as ${trusted(other)}
  where ${column(other, 'id')} = ${source}${andSeen(model, other, showing.scope)}
)`
  return { ...object, json: orUnseen(found, model, source, showing.scope) }
}

function relationOf(
  { relation, selection, sort = [] }: Extract<SelectedMember, { shows: 'relation' }>,
  owner: Model,
  showing: Showing,
  alias: string,
  depth: number,
): ShownMember {
  const { scope, limit } = showing
  const [other, many] = [`_other${depth}`, `_many${depth}`]
  const table = sql`${tableName(selection.model)} as ${trusted(other)}`
  const unarchived = andUnarchived(scope.models.get(relation.target), other, scope)
  const seen = sql`${andRelatedSeen(owner.name, relation, alias, other, scope)}${unarchived}`
  const related = sql`${relatedTo(relation, owner, alias, other, depth, table)}${seen}`
  const object = objectOf(selection, showing, other, depth + 1)
  const keys = sort.length === 0 ? [] : orderKeys(sort, new Joins(other, selection.model, scope), many)
  const rows = sql`
    select ${column(other, 'id')} as id, ${object.json}::text as json${join(
      keys.map(({ listed }) => listed),
      '',
    )}
    from ${related}
    ${shownOf(relation, other)}
  `
  const members = joined(many, keys.length === 0 ? column(many, 'id') : join(keys.map(({ key }) => key)))
  const length = maxMembers * (object.length + 1)
  const isSafe = length <= limit && !object.mayExceed
  return {
    name: relation.name,
    json: isSafe ? listOf(rows, many, members) : limitedListOf(rows, many, limit, members),
    length: Math.min(length, limit),
    mayExceed: true,
    ...whenSeen(owner, relation.name, alias, scope),
  }
}

/** The records of a relation that are read. One more than may be shown tells that there are too many. */
function shownOf(relation: Relation, other: string): Sql {
  if (relation.type === 'collection' && relation.comments)
    return sql`order by ${column(other, 'created_on')} desc, ${column(other, 'id')} desc
    limit ${trusted(String(shownComments))}`
  return sql`limit ${trusted(String(maxMembers + 1))}`
}

/** The members of a relation whose maximum size fits the limit. */
function listOf(rows: Sql, many: string, members: Sql): Sql {
  return sql`(
  select case when count(*) > ${trusted(String(maxMembers))} then ${excessJson('members')} else ${members} end
  from (${rows}) as ${trusted(many)}
)`
}

/** The members of a relation if their total size fits the limit. If one of them is not shown, none are. */
function limitedListOf(rows: Sql, many: string, limit: number, members: Sql): Sql {
  const from = trusted(`from ${many}`)
  return sql`(
  with ${trusted(many)} as materialized (${rows})
  select case
    when ${exceeds(many, limit)} then ${excessJson('bytes')}
    when (select count(*) ${from}) > ${trusted(String(maxMembers))} then ${excessJson('members')}
    else coalesce(
      (select ${column(many, 'json')}::json ${from} where ${column(many, 'json')} like '"%' limit 1),
      (select ${members} ${from})
    )
  end
)`
}

function joined(many: string, order: Sql): Sql {
  return sql`(
    '[' || coalesce(string_agg(${column(many, 'json')}, ',' order by ${order}), '') || ']'
  )::json`
}

/** The sort keys of the records of a relation: as columns of its rows, and in the order of the list. */
function orderKeys(sort: readonly SortKey[], joins: Joins, many: string): { listed: Sql; key: Sql }[] {
  return sort.map(({ path, descending }, index) => {
    const alias = `_key${index}`
    return {
      listed: sql`, ${joins.column(path)} as ${name(alias)}`,
      key: sortKey(column(many, alias), { required: isNeverNull(path, joins), descending }),
    }
  })
}

/** The records of a relation. */
function relatedTo(relation: Relation, owner: Model, alias: string, other: string, depth: number, table: Sql): Sql {
  if (relation.type === 'collection')
    return sql`${table} where ${column(other, columnOf(relation.by))} = ${column(alias, 'id')}`
  const link = `_link${depth}`
  return sql`${name(recordSchema, linksTableOf(owner.name, relation.name))} as ${trusted(link)}
    join ${table} on ${column(other, 'id')} = ${column(link, 'target')}
    where ${column(link, 'source')} = ${column(alias, 'id')}`
}
