import { toStoredTime } from '../../../expression/toSql.ts'
import { sql, type Sql, trusted } from '../../../sql/sql.ts'
import type { FormulaResult } from './FormulaResult.ts'

/** How a value that its type cannot hold is known; undefined if there is no such value. */
export function excessOf(result: FormulaResult): { fits(column: Sql): Sql } | undefined {
  if (result.type === 'text') return { fits: (column) => sql`char_length(${column}) <= ${trusted(`${result.max}`)}` }
  const excess = excessNumber(result)
  return excess && { fits: (column) => sql`${column} <> ${excess}` }
}

/** What is wrong with a record whose value is too large for its type. */
export function violationOf(result: FormulaResult): string {
  if (result.type === 'text') return `would have more than ${result.max} characters`
  if (result.type !== 'decimal') return 'would be beyond 9007199254740991, the greatest number of this kind'
  return `would have more than ${result.precision - result.scale} digits before the point`
}

/**
 * A number rounded to the type of the result. One that is too large becomes a value that the check constraint of the
 * column rejects: so PostgreSQL names the field, which it does not do if a value does not fit its column.
 */
export function toBounded(value: Sql, result: FormulaResult): Sql {
  const { rounded, stored } = toStored(value, result)
  return sql`case when abs(${rounded}) >= ${limitOf(result)} then ${excessNumber(result)} else ${stored} end`
}

function toStored(value: Sql, result: FormulaResult): { rounded: Sql; stored: Sql } {
  const rounded = toRounded(value, result)
  const stored = result.type === 'decimal' ? rounded : sql`${rounded}::bigint`
  return { rounded, stored }
}

/** A number with as many digits after the point as the result has. */
export function toRounded(value: Sql, result: FormulaResult): Sql {
  return sql`round(${value}, ${trusted(String(scaleOf(result)))})`
}

/** The digits of a result after the point. */
export function scaleOf(result: FormulaResult): number {
  return result.type === 'decimal' ? result.scale : 0
}

/** The least number that the type of the result cannot hold. */
export function limitOf(result: FormulaResult): Sql {
  return trusted(result.type === 'decimal' ? `1e${result.precision - result.scale}` : '9007199254740992')
}

function excessNumber({ type }: FormulaResult): Sql | undefined {
  if (type === 'decimal') return trusted(`'NaN'::numeric`)
  return type === 'integer' ? trusted('9007199254740992') : undefined
}

/** Whether the result is a number. */
export function isNumeric({ type }: FormulaResult): boolean {
  return type === 'decimal' || type === 'integer'
}

/** A value as its type holds it. One that does not fit has no value: nobody writes it, so nobody can be refused. */
export function toFittingValue(value: Sql, result: FormulaResult): Sql {
  if (result.type === 'date' || result.type === 'dateTime') return toStoredTime(value, result.type)
  if (result.type === 'text') return sql`(case when ${excessOf(result)?.fits(value)} then ${value} end)`
  if (result.type === 'boolean') return value
  const { rounded, stored } = toStored(value, result)
  return sql`(case when abs(${rounded}) < ${limitOf(result)} then ${stored} end)`
}
