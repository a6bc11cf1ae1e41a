import type { Path } from '../../criteria/path.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'
import type { Joins } from './conditionSql.ts'

/**
 * A column in an ORDER BY and in its index: missing values come last in both directions. For a required field NULLS
 * LAST is omitted, so that PostgreSQL can read its index backwards.
 */
export function sortKey(column: Sql, { required, descending }: { required: boolean; descending: boolean }): Sql {
  return sql`${column}${trusted(descending ? ' desc' : '')}${trusted(required ? '' : ' nulls last')}`
}

/** Whether a path always has a value, so that an index in the default order can be used. */
export function isNeverNull({ steps, field }: Path, { model, scope }: Joins): boolean {
  return steps.length === 0 && field.required && !scope.visibility.rowsOfField(model, field.name)
}
