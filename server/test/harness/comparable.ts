import type { Field } from '../../src/model/field/Field.ts'
import { isRollup } from '../../src/model/field/rollup.ts'

/** A value in a form that JavaScript compares as PostgreSQL does. */
export type Comparable = string | number | bigint | boolean | null

/** The value of a field as it is compared. */
export function comparable(value: unknown, { type }: Pick<Field, 'type'>): Comparable {
  if (value === null || value === undefined) return null
  if (type === 'reference' || type === 'integer') return idOf(value)
  if (type === 'decimal' || (type === 'formula' && typeof value === 'string')) return toFixed(String(value))
  if (type === 'formula') return Number(value)
  if (type === 'dateTime') return Date.parse(String(value))
  if (type === 'json') return JSON.stringify(value)
  // The order of its elements does not matter.
  if (type === 'choices') return JSON.stringify([...new Set([value].flat())].sort())
  return typeof value === 'boolean' ? value : String(value)
}

const digits = 20

/** A decimal number as an integer of its smallest units. */
function toFixed(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const number = BigInt(whole + fraction.padEnd(digits, '0'))
  return text.startsWith('-') ? -number : number
}

/** The order of two values. Text by code points, everything else by size; false before true. */
export function order(a: Comparable, b: Comparable): number {
  if (typeof a === 'string' && typeof b === 'string') return orderTexts(Array.from(a), Array.from(b))
  if (a === null || b === null) throw new Error('A missing value has no order.')
  return a < b ? -1 : a > b ? 1 : 0
}

function orderTexts(a: readonly string[], b: readonly string[]): number {
  for (const [index, letter] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const difference = (letter.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** The field whose type the values of a field have: a rollup has those of its result. */
export function valueField(field: Field): Field {
  return isRollup(field) && field.resolved ? field.resolved.result : field
}

/** The field that one element of a set would have. */
export function elementOf(field: Field): Field {
  return field.type === 'choices' ? { ...field, type: 'choice' } : field
}

/** The id in a reference or an author; null if there is none. */
export function idOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number' ? value.id : null
}
