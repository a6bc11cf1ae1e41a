import type { Field } from '../../model/field/Field.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import { isSecret } from '../../model/field/text.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { columnOf } from '../../model/names.ts'
import { isNumbered } from '../../model/seriesOf.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { column } from '../record/columns.ts'
import { plainJson } from '../record/recordJson.ts'

/** The changes of a new record: every field that has a value. */
export function createdChanges(model: Model, source: string, links: readonly Sql[] = []): Sql {
  return changesJson([...journaledFields(model).map((field) => pair(field, undefined, value(source, field))), ...links])
}

/** The changes of a deleted record: every field that had a value. */
export function deletedChanges(model: Model, source: string, links: readonly Sql[] = []): Sql {
  return changesJson([...journaledFields(model).map((field) => pair(field, value(source, field), undefined)), ...links])
}

/** The changes of an update: the given fields whose values differ from before. */
export function updatedChanges(fields: readonly Field[], source: string, links: readonly Sql[] = []): Sql {
  return changesJson([
    ...fields.map((field) => pair(field, column(source, oldColumn(field)), value(source, field))),
    ...links,
  ])
}

/** The records whose collections a deleted record was in, or null. */
export function recordsLeftByDelete(model: Model, source: string, models: Models): Sql | undefined {
  const references = models.collectedFieldsOf(model).map((field) => value(source, field))
  return references.length === 0 ? undefined : toArray(references)
}

/** The records whose collections an updated record left, or null; undefined if the update changes no such reference. */
export function recordsLeftByUpdate(
  model: Model,
  fields: readonly Field[],
  source: string,
  models: Models,
): Sql | undefined {
  const changed = models.collectedFieldsOf(model).filter(({ name }) => fields.some((field) => field.name === name))
  const references = changed.map((field) => {
    const before = column(source, oldColumn(field))
    return sql`case when ${before} is distinct from ${value(source, field)} then ${before} end`
  })
  return references.length === 0 ? undefined : toArray(references)
}

/** The values that are present as an array; null if there are none. */
function toArray(values: readonly Sql[]): Sql {
  return sql`nullif(array_remove(array[${join(values)}]::bigint[], null), '{}')`
}

/** The column in which an update returns the old value of a field. */
export function oldColumn(field: Field): string {
  return `_old_${columnOf(field.name)}`
}

/** The fields whose values the journal stores: all except computed ones, which depend on the others. */
export function journaledFields(model: Model): Field[] {
  return model.fields.filter((field) => typeOf(field).writable || isNumbered(field))
}

function value(source: string, field: Field): Sql {
  return column(source, columnOf(field.name))
}

/**
 * `"field":[before,after]` if the two differ. For a secret it is `"field":null`, which says only that it changed. If
 * one side is absent, a missing value on the other makes the whole expression null.
 */
function pair(field: Field, before: Sql | undefined, after: Sql | undefined): Sql {
  const differs = sql`${before ?? sql`null`} is distinct from ${after ?? sql`null`}`
  const start = JSON.stringify(field.name)
  if (isSecret(field)) return sql`case when ${differs} then ${literal(`${start}:null`)} end`
  if (!before && after) return sql`${literal(`${start}:[null,`)} || ${plainJson(field, after)} || ']'`
  if (before && !after) return sql`${literal(`${start}:[`)} || ${plainJson(field, before)} || ',null]'`
  const values = [before, after].map((side) => (side ? sql`coalesce(${plainJson(field, side)}, 'null')` : sql`'null'`))
  return sql`case when ${differs} then ${literal(`${start}:[`)} || ${join(values, " || ',' || ")} || ']' end`
}

function changesJson(pairs: readonly Sql[]): Sql {
  return pairs.length === 0 ? sql`'{}'::json` : sql`('{' || concat_ws(',', ${join(pairs)}) || '}')::json`
}
