import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { columnOf, tableName } from '../model/names.ts'
import { join, name, type NamedSql, type Sql, sql, trusted } from '../sql/sql.ts'
import { linksTable } from './links.ts'

/**
 * How records are locked: `delete` keeps others from referring to them, `update` does not, and `link` only keeps others
 * from deleting them.
 */
export type LockMode = 'link' | 'update' | 'delete'

/** The records of one model that a statement locks: those with these ids, and those that are found. */
export interface RecordsToLock {
  readonly model: Model
  readonly ids: readonly number[]
  readonly found: readonly IdSet[]
  readonly mode: LockMode
}

const strengths: Record<LockMode, Sql> = {
  link: trusted('key share'),
  update: trusted('no key update'),
  delete: trusted('update'),
}

/** Locks records of one model until the end of the transaction, in the order of their ids, and returns these. */
export function lockInOrderStatement({ model, ids, found, mode }: RecordsToLock): NamedSql {
  const which =
    found.length === 0
      ? sql`= any(${ids}::bigint[])`
      : sql`in (${join([sql`select unnest(${ids}::bigint[])`, ...found.map(({ query }) => query)], '\n  union all ')})`
  return sql`select t.id
from ${tableName(model)} as t
where t.id ${which}
order by t.id
for ${strengths[mode]} of t`.named('record.lockInOrder')
}

/** Ids that the request names, or that a query finds. */
export interface IdSet {
  /** The condition that a column has one of them. */
  among(column: Sql): Sql
  readonly query: Sql
}

/** The ids that the request names. */
export function namedIds(ids: readonly number[]): IdSet {
  return { among: (column) => sql`${column} = any(${ids}::bigint[])`, query: sql`(select unnest(${ids}::bigint[]))` }
}

/** The records that refer to some others by a field, at most `limit`, without those of the given ids. */
export function referringIds(
  model: Model,
  field: string,
  targets: IdSet,
  limit: number,
  except: readonly number[] = [],
): IdSet {
  const other = except.length === 0 ? sql`` : sql` and other.id <> all(${except}::bigint[])`
  return foundIds(sql`(
    select other.id
    from ${tableName(model)} as other
    where ${targets.among(sql`other.${name(columnOf(field))}`)}${other}
    limit ${limit}::bigint
  )`)
}

/** Adds the records of other models, and of the same one, that change or go when some records are deleted. */
export function addFollowing(
  model: Model,
  deleted: IdSet,
  models: Models,
  limit: number,
  add: (model: Model, found: IdSet) => void,
  path: readonly Model[] = [],
): void {
  const ownFields = models
    .referrersOf(model)
    .filter(({ model: other, field }) => other.name === model.name && field.onDelete === 'cascade')
    .map(({ field }) => field.name)
  const going = ownFields.length === 0 ? deleted : withDescendants(model, ownFields, deleted, limit)
  if (ownFields.length > 0) add(model, going)
  for (const { model: other, field } of models.referrersOf(model)) {
    const isOwn = other.name === model.name
    if (field.onDelete !== 'clear' && (field.onDelete !== 'cascade' || isOwn)) continue
    const found = referringIds(other, field.name, going, limit)
    add(other, found)
    const isCircle = [...path, model].some((one) => one.name === other.name)
    if (field.onDelete === 'cascade' && !isCircle) addFollowing(other, found, models, limit, add, [...path, model])
  }
  for (const { model: source, relation } of models.linkersOf(model))
    add(
      source,
      foundIds(sql`(
    select links.source
    from ${linksTable(source, relation)} as links
    where ${going.among(sql`links.target`)}
    limit ${limit}::bigint
  )`),
    )
}

/** Records and those of the same model that are deleted with them, level by level. */
function withDescendants(model: Model, fields: readonly string[], ids: IdSet, limit: number): IdSet {
  const refers = fields.map((field) => sql`other.${name(columnOf(field))} = going.id`)
  return foundIds(sql`(
    with recursive going (id) as (
      ${ids.query}
      union
      select other.id
      from ${tableName(model)} as other
      join going on ${join(refers, ' or ')}
    )
    select going.id from going limit ${limit}::bigint
  )`)
}

function foundIds(query: Sql): IdSet {
  return { among: (column) => sql`${column} in ${query}`, query }
}
