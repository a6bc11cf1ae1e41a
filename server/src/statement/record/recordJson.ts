import type { Field } from '../../model/field/Field.ts'
import { isStored, typeOf } from '../../model/field/fieldTypes.ts'
import { momentJson } from '../../model/field/dateTime.ts'
import { isSecret } from '../../model/field/text.ts'
import { namesOfUsers, userModel } from '../../model/builtIn/names.ts'
import { auditFields, type Model } from '../../model/Model.ts'
import { columnOf, tableName } from '../../model/names.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { column } from './columns.ts'
import { andSeen, ruleSql, valueSql } from '../condition/conditionSql.ts'
import { type Member, objectJson } from './objectJson.ts'
import { cachedSql } from '../cachedSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

// Aliases begin with an underscore, because no column does: so an alias is never confused with a column.

/**
 * A record with all its visible fields, as JSON text that PostgreSQL makes from the columns of `alias`. If one author,
 * given as `writer`, wrote all rows, the author is looked up once and not twice for each row.
 */
export function wholeRecordJson(model: Model, scope: ReadScope, alias: string, writer?: Sql): Sql {
  return cachedSql(
    scope,
    ['record', model.name, alias, writer !== undefined],
    () => sql`${objectJson(wholeRecord(model, scope, alias, writer))}::text`,
  )
}

/**
 * The same of a record that is not stored, without what is computed from other records. Fields that are visible in some
 * records only are always present: the caller must remove them.
 */
export function uncutRecordJson(model: Model, scope: ReadScope, alias: string): Sql {
  const members = wholeRecord(model, scope, alias, undefined, isStored).map(({ name: own, json }) => ({
    name: own,
    json,
  }))
  return sql`${objectJson(members)}::text`
}

function wholeRecord(
  model: Model,
  scope: ReadScope,
  alias: string,
  writer?: Sql,
  isWanted: (field: Field) => boolean = () => true,
): Member[] {
  const audit = auditFields.flatMap((name) => auditMembers(name, alias, writer))
  const seen = scope.visibility.models.find(model.name)
  if (!seen) return identity(alias)
  const fields = shown(seen.fields)
    .filter(isWanted)
    .map((field) => member(field, model, scope, alias))
  return [...identity(alias), ...fields, ...audit]
}

/** A record as find returns it: its id, its version and the list fields. */
export function listRecordJson(model: Model, scope: ReadScope, alias: string): Sql {
  const seen = scope.visibility.models.find(model.name)?.fields ?? []
  const listed = (own: string) => [
    ...auditMembers(own, alias),
    ...seen.filter((field) => field.name === own).map((field) => member(field, model, scope, alias)),
  ]
  const make = () => sql`${objectJson([...identity(alias), ...model.list.flatMap(listed)])}::text`
  return cachedSql(scope, ['listed', model.name, alias], make)
}

/** The plain values of a record's fields, as the journal stores them and a merge compares them. */
export function plainRecordJson(fields: readonly Field[], alias: string): Sql {
  const members = fields.map((field) => ({ name: field.name, json: plain(field, column(alias, columnOf(field.name))) }))
  return sql`${objectJson(members)}::text`
}

/** One plain value as JSON text; null if there is no value. */
export function plainJson(field: Field, source: Sql): Sql {
  return sql`to_json(${plain(field, source)})::text`
}

/** The columns that `wholeRecordJson` reads. */
export function recordColumns(model: Model): string[] {
  const audit = ['created_on', 'created_by', 'updated_on', 'updated_by']
  return ['id', 'version', ...model.fields.filter(isStored).map((field) => columnOf(field.name)), ...audit]
}

/** The members that every record has: its id and version. */
export function identity(alias: string): Member[] {
  return [
    { name: 'id', json: column(alias, 'id') },
    { name: 'version', json: column(alias, 'version') },
  ]
}

function member(field: Field, model: Model, scope: ReadScope, alias: string): Member {
  return {
    name: field.name,
    json: fieldJson(field, valueSql(field, model, alias, scope), scope),
    ...whenSeen(model, field.name, alias, scope),
  }
}

/** When and by whom a record was written, if the name is that of an audit field. All who see the record see them. */
function auditMembers(name: string, alias: string, writer?: Sql): Member[] {
  const source = column(alias, columnOf(name))
  const json = auditJson(name, isAuthor(name) ? (writer ?? source) : source)
  return json ? [{ name, json }] : []
}

/** The value of an audit field in JSON; undefined for other fields. */
export function auditJson(name: string, source: Sql): Sql | undefined {
  if (!auditFields.includes(name)) return undefined
  return isAuthor(name) ? authorJson(source) : momentJson(source)
}

function isAuthor(name: string): boolean {
  return name.endsWith('By')
}

/** The condition under which a field is visible, if it is visible in some records only. */
export function whenSeen(model: Model, fieldName: string, alias: string, scope: ReadScope): { when?: Sql } {
  const rows = scope.visibility.rowsOfField(model, fieldName)
  return rows ? { when: ruleSql(rows, model, alias, scope) } : {}
}

/** Secrets can be written but never read. */
function shown(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !isSecret(field))
}

function plain(field: Field, source: Sql): Sql {
  const type = typeOf(field)
  return type.toPlain?.(field, source) ?? type.toJson(field, source, noContext)
}

const noContext = {
  referredJson: (): never => {
    throw new TypeError('A plain value shows nothing of other models.')
  },
}

/** The value of a field as it appears in the JSON of a record. */
export function fieldJson(field: Field, source: Sql, scope: ReadScope): Sql {
  return typeOf(field).toJson(field, source, {
    referredJson: (target, from) => referredJson(scope.models.get(target), from, scope),
  })
}

/** A referenced record with its title. If it is not visible, only its id, which is the value of the reference. */
function referredJson(model: Model, source: Sql, scope: ReadScope): Sql {
  if (!scope.visibility.models.find(model.name)) return unseenJson(model.name, source)
  const members = [...identity('referred'), ...titleMembers(model, scope, 'referred')]
  const found = sql`(
  select ${objectJson(members)}
  from ${tableName(model)} as referred
  where referred.id = ${source}${andSeen(model, 'referred', scope)}
)`
  return orUnseen(found, model, source, scope)
}

/** The title of a referenced record, if the caller sees it. The names of a user are shown as those of an author are. */
export function titleMembers(model: Model, scope: ReadScope, alias: string): Member[] {
  if (model.name === userModel) return namesOfUsers.map((own) => ({ name: own, json: column(alias, own) }))
  const seen = scope.visibility.models.find(model.name)
  const title = seen?.fields.filter((field) => field.name === model.title) ?? []
  return [...auditMembers(model.title, alias), ...title.map((field) => member(field, model, scope, alias))]
}

/** The record that was found, or what is shown of it if the record may be invisible. */
export function orUnseen(found: Sql, model: Model, source: Sql, { visibility }: ReadScope): Sql {
  return visibility.rowsOf(model) ? sql`coalesce(${found}, ${unseenJson(model.name, source)})` : found
}

/** A reference to an invisible record: an object with the id. A user has the names of an author as well. */
export function unseenJson(target: string, source: Sql): Sql {
  if (target === userModel) return authorJson(source)
  return sql`case when ${source} is not null then ${objectJson([{ name: 'id', json: source }])} end`
}

/** The author of a change. There is no foreign key: users and records may be moved to different databases one day. */
export function authorJson(source: Sql): Sql {
  return sql`(
  select row_to_json(_author)
  from (
    select users.id as "id", users.username as "username", users.name as "name"
    from record.tabularium_user as users
    where users.id = ${source}
  ) as _author
)`
}
