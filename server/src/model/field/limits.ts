import { join, literal, sql, trusted, type Sql } from '../../sql/sql.ts'
import type { Reading } from './FieldType.ts'

/** The least and the greatest value of a field, as text in the form that its values have. */
export interface Limits {
  readonly min?: string
  readonly max?: string
}

/** What the limits of a type need: how a value is read, and how two of them compare. */
export interface LimitRules {
  /** Reads a limit as the type reads a value, without the limits. */
  read(value: unknown): Reading
  /** Negative, 0 or positive, as for sorting. */
  compare(a: string, b: string): number
  /** A limit that a message suggests. */
  readonly example: string
}

/** Returns the mistakes in the limits of a field. */
export function checkLimits(limits: Limits, { read, compare, example }: LimitRules): string[] {
  const readings = (['min', 'max'] as const).map((member) => {
    const limit = limits[member]
    return { member, reading: limit === undefined ? undefined : read(limit) }
  })
  const mistakes = readings.flatMap(({ member, reading }) =>
    reading && 'fault' in reading ? [`${member} ${reading.fault}: write ${member}: ${example}`] : [],
  )
  const [min, max] = readings.map(({ reading }) => (reading && 'value' in reading ? String(reading.value) : undefined))
  if (min !== undefined && max !== undefined && compare(min, max) > 0) mistakes.push('min must not be greater than max')
  return mistakes
}

/** Adds the limits to a value that was read. */
export function withinLimits(reading: Reading, { min, max }: Limits, { read, compare }: LimitRules): Reading {
  if ('fault' in reading || (min === undefined && max === undefined)) return reading
  const isPast = (limit: string, sign: number) => {
    const parsed = read(limit)
    return 'value' in parsed && sign * compare(String(reading.value), String(parsed.value)) > 0
  }
  if (min !== undefined && isPast(min, -1)) return { fault: `must be at least ${min}` }
  if (max !== undefined && isPast(max, 1)) return { fault: `must be at most ${max}` }
  return reading
}

/** The condition that keeps a column within the limits; undefined if there are none. */
export function limitsSql({ min, max }: Limits, column: Sql, columnType: string): Sql | undefined {
  const toSql = (limit: string) => sql`${literal(limit)}::${trusted(columnType)}`
  const conditions = [
    ...(min === undefined ? [] : [sql`${column} >= ${toSql(min)}`]),
    ...(max === undefined ? [] : [sql`${column} <= ${toSql(max)}`]),
  ]
  return conditions.length === 0 ? undefined : join(conditions, ' and ')
}

/** Compares texts whose order is that of their values, such as dates in ISO form. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
