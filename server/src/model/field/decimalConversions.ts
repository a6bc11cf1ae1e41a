import { sql, trusted, type Sql } from '../../sql/sql.ts'
import { maxInteger, unlessLike } from './convert.ts'
import type { Conversion, Convert } from './Conversion.ts'

/** The conversions from and to decimal numbers. */
export const decimalConversions: Readonly<Record<string, Convert>> = {
  'numeric → text': () => ({ using: (column) => sql`${column}::text` }),
  'numeric → jsonb': () => ({ using: (column) => sql`to_jsonb(${column}::text)` }),
  'numeric → numeric': (from, to) => betweenDecimals(toDigits(from), toDigits(to)),
  'numeric → bigint': (from) => ({
    using: (column) => sql`${column}::bigint`,
    ...(toDigits(from).scale > 0 ? { loses: 'the digits behind the point' } : {}),
    unfit: (column) => sql`abs(round(${column})) > ${maxInteger}`,
  }),
  'bigint → numeric': (_, to) => ({
    using: (column) => sql`${column}::${trusted(to)}`,
    unfit: (column) => isTooGreat(column, toDigits(to)),
  }),
  'text → numeric': (_, to) => ({
    using: (column) => sql`${column}::${trusted(to)}`,
    unfit: (column) => isNotDecimal(column, toDigits(to)),
  }),
}

interface Digits {
  readonly precision: number
  readonly scale: number
}

function toDigits(type: string): Digits {
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? []
  if (precision === undefined || scale === undefined) throw new TypeError(`${type} has no precision and scale.`)
  return { precision: Number(precision), scale: Number(scale) }
}

function betweenDecimals(from: Digits, to: Digits): Conversion {
  const fewerBefore = to.precision - to.scale < from.precision - from.scale
  return {
    using: (column) => sql`${column}::${trusted(`numeric(${to.precision},${to.scale})`)}`,
    ...(fewerBefore || from.scale !== to.scale ? {} : { rewrites: false }),
    ...(to.scale < from.scale ? { loses: `the digits past the first ${to.scale} behind the point` } : {}),
    ...(fewerBefore || to.scale < from.scale
      ? { unfit: (column) => isTooGreat(sql`round(${column}, ${scaleOf(to)})`, to) }
      : {}),
  }
}

function isNotDecimal(column: Sql, digits: Digits): Sql {
  const value = sql`${column}::numeric`
  return unlessLike(
    column,
    '-?(0|[1-9][0-9]{0,99})(\\.[0-9]{1,100})?',
    sql`${isTooGreat(value, digits)} or round(${value}, ${scaleOf(digits)}) <> ${value}`,
  )
}

function isTooGreat(value: Sql, { precision, scale }: Digits): Sql {
  return sql`abs(${value}) >= ${trusted(`1e${precision - scale}`)}::numeric`
}

function scaleOf({ scale }: Digits): Sql {
  return trusted(`${scale}`)
}
