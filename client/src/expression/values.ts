import { type Decimal, decimalText, toDecimal } from './Decimal.ts'
import { dayText, toDay } from './days.ts'
import type { ValueType } from './ExpressionTree.ts'

/** What cannot be known here, such as a field that the caller may not see. A missing value is null. */
export const unknown = Symbol('unknown')

/** A distance in time: months and days, or milliseconds. */
export interface Duration {
  readonly months: number
  readonly days: number
  readonly milliseconds: number
}

/** A value of an expression. Days and moments are numbers; the type of the tree says which. */
export type Value = null | boolean | string | number | Decimal | Duration | readonly string[]

/** A value of a record, as the service sends it, as a value of an expression. */
export function toValue(json: unknown, type: ValueType): Value | typeof unknown {
  if (json === undefined) return unknown
  if (json === null) return null
  return read(json, type) ?? unknown
}

function read(json: unknown, type: ValueType): Value | undefined {
  switch (type) {
    case 'integer':
    case 'decimal':
      return toDecimal(json)
    case 'date':
      return toDay(json)
    case 'dateTime':
      return toMoment(json)
    case 'reference':
      return toDecimal(typeof json === 'object' && json !== null && 'id' in json ? json.id : json)
    case 'list':
      return Array.isArray(json) ? json.map(String) : undefined
    case 'boolean':
      return typeof json === 'boolean' ? json : undefined
    default:
      return typeof json === 'string' ? json : undefined
  }
}

function toMoment(json: unknown): number | undefined {
  const moment = Date.parse(String(json))
  return Number.isNaN(moment) ? undefined : moment
}

/** The same in the form of the service. A number that JSON would round is undefined. */
export function toJson(value: Value, type: ValueType): unknown {
  if (value === null) return null
  if (type === 'date') return dayText(value as number)
  if (type === 'dateTime') return momentText(value as number)
  if (type === 'integer') return safeInteger(value as Decimal)
  if (type === 'reference') return { id: safeInteger(value as Decimal) }
  return type === 'decimal' ? decimalText(value as Decimal) : value
}

function momentText(moment: number): string | null {
  const date = new Date(moment)
  const year = Number.isNaN(date.getTime()) ? 0 : date.getUTCFullYear()
  return year < 1 || year > 9999 ? null : date.toISOString()
}

function safeInteger(value: Decimal): number | undefined {
  const number = Number(decimalText(value))
  return Number.isSafeInteger(number) ? number : undefined
}
