import type { Model } from '../../model/Model.ts'
import type { Visibility } from '../../permission/Visibility.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import { ruleSql } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'

/** Of the fields that are visible in some records only, the names of those visible in this one, separated by commas. */
export function partialNames(model: Model, alias: string, scope: ReadScope): Sql {
  const names = [...scope.visibility.partialFieldsOf(model)].map(
    ([field, rows]) => sql`case when ${ruleSql(rows, model, alias, scope)} then ${literal(field)} end`,
  )
  return names.length === 0 ? sql`null::text` : sql`concat_ws(',', ${join(names)})`
}

/** The visible fields and relations of a record; undefined means all, including those that the model has no longer. */
export function toReadable(
  model: Model,
  names: string | null | undefined,
  visibility: Visibility,
): Set<string> | undefined {
  const seen = visibility.models.find(model.name)
  if (seen === model) return undefined
  const partial = visibility.partialFieldsOf(model)
  const always = [...(seen?.fields ?? []), ...(seen?.relations ?? [])].map(({ name }) => name)
  return new Set([...always.filter((name) => !partial.has(name)), ...(names ? names.split(',') : [])])
}
