import type { Traits } from '../model/field/traits.ts'
import { type Sql, sql } from '../sql/sql.ts'

/** The properties of an operator. */
interface OperatorTraits {
  /** A second name, in words. */
  readonly long?: string
  /** `value` and `range` also take variables, such as `$today`. */
  readonly takes: 'nothing' | 'value' | 'pattern' | 'list' | 'range'
  /** Whether it needs an order, which not every field type has. */
  readonly ordered: boolean
  /** Whether it is for text only. */
  readonly textual: boolean
  /** Whether it is for sets only. Its operands are then elements of them. */
  readonly multiple: boolean
  /** How an index over the field serves it: a B-tree by equality or by a range, that of a set, or none. */
  readonly index: 'equal' | 'range' | 'elements' | 'none'
  /** The comparison: null if the value or an operand is null. A list is one operand, an array; a range has two. */
  sql(left: Sql, first: Sql, second: Sql): Sql
}

const plain = { ordered: false, textual: false, multiple: false } as const
const ordered = { ordered: true, textual: false, multiple: false } as const
const textual = { ordered: false, textual: true, multiple: false } as const
const multiple = { ordered: false, textual: false, multiple: true, index: 'elements' } as const

/** The operators by their short names. Everything that differs between them is in this table. */
export const operators = {
  '=': { long: 'equals', takes: 'value', ...plain, index: 'equal', sql: (left, value) => sql`${left} = ${value}` },
  '!=': { long: 'notEqual', takes: 'value', ...plain, index: 'none', sql: (left, value) => sql`${left} <> ${value}` },
  '<': { long: 'lessThan', takes: 'value', ...ordered, index: 'range', sql: (left, value) => sql`${left} < ${value}` },
  '<=': {
    long: 'lessOrEqual',
    takes: 'value',
    ...ordered,
    index: 'range',
    sql: (left, value) => sql`${left} <= ${value}`,
  },
  '>': {
    long: 'greaterThan',
    takes: 'value',
    ...ordered,
    index: 'range',
    sql: (left, value) => sql`${left} > ${value}`,
  },
  '>=': {
    long: 'greaterOrEqual',
    takes: 'value',
    ...ordered,
    index: 'range',
    sql: (left, value) => sql`${left} >= ${value}`,
  },
  like: { takes: 'pattern', ...textual, index: 'none', sql: (left, pattern) => sql`${left} ilike ${pattern}` },
  notLike: { takes: 'pattern', ...textual, index: 'none', sql: (left, pattern) => sql`${left} not ilike ${pattern}` },
  in: { takes: 'list', ...plain, index: 'range', sql: (left, list) => sql`${left} = any(${list})` },
  notIn: { takes: 'list', ...plain, index: 'none', sql: (left, list) => sql`${left} <> all(${list})` },
  between: {
    takes: 'range',
    ...ordered,
    index: 'range',
    sql: (left, from, to) => sql`${left} between ${from} and ${to}`,
  },
  notBetween: {
    takes: 'range',
    ...ordered,
    index: 'none',
    sql: (left, from, to) => sql`${left} not between ${from} and ${to}`,
  },
  has: { takes: 'value', ...multiple, sql: (left, element) => sql`${left} @> array[${element}]` },
  hasAny: { takes: 'list', ...multiple, sql: (left, list) => sql`${left} && ${list}` },
  hasAll: { takes: 'list', ...multiple, sql: (left, list) => sql`${left} @> ${list}` },
  isNull: { takes: 'nothing', ...plain, index: 'equal', sql: (left) => sql`${left} is null` },
  notNull: { takes: 'nothing', ...plain, index: 'none', sql: (left) => sql`${left} is not null` },
} as const satisfies Record<string, OperatorTraits>

export type Comparator = keyof typeof operators
export const comparators = Object.keys(operators) as Comparator[]

/** The traits of an operator. */
export function operatorOf(comparator: Comparator): OperatorTraits {
  return operators[comparator]
}

type Misfit = 'comparable' | 'multiple' | 'single' | 'textual' | 'ordered'

/** Why an operator is not for values of a type: they cannot be compared, are no sets or no text, or have no order. */
export function findMisfit(comparator: Comparator, type: Traits): Misfit | undefined {
  const operator = operatorOf(comparator)
  if (!type.comparable && operator.takes !== 'nothing') return 'comparable'
  if (operator.multiple && !type.multiple) return 'multiple'
  // PostgreSQL has no arrays of sets: `in` would be about elements.
  if (type.multiple && operator.takes === 'list' && !operator.multiple) return 'single'
  if (operator.textual && !type.textual) return 'textual'
  return operator.ordered && !type.ordered ? 'ordered' : undefined
}

/** The operators for values of a type. */
export function operatorsFor(type: Traits): Comparator[] {
  return comparators.filter((comparator) => findMisfit(comparator, type) === undefined)
}
