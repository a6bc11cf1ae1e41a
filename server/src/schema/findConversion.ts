import { momentJson } from '../model/field/dateTime.ts'
import { literal, sql, trusted, type Sql } from '../sql/sql.ts'

/** How the values of a column become values of another type. */
export interface Conversion {
  readonly using: (column: Sql) => Sql
  /** Whether PostgreSQL must write the table anew. */
  readonly rewrites: boolean
  /** What is lost of the values, where anything is. */
  readonly loses?: string
  /** The condition under which a value has no counterpart, so that the change is refused. */
  readonly unfit?: (column: Sql) => Sql
}

/** How to convert between two column types, or undefined where no value has a counterpart: then the values are lost. */
export function findConversion(from: string, to: string): Conversion | undefined {
  const [source, target] = [toKind(from), toKind(to)]
  const numbers = toDigits(to)
  if (source.startsWith('numeric') && numbers) return betweenDecimals(toDigits(from) ?? numbers, numbers)
  if (source === 'numeric' && target === 'bigint') return decimalToInteger(toDigits(from)?.scale ?? 0)
  const conversion = conversions[`${source} → ${target}`]?.(numbers ?? { precision: 0, scale: 0 })
  return conversion && { rewrites: true, ...conversion }
}

interface Digits {
  readonly precision: number
  readonly scale: number
}

const most = trusted(`${Number.MAX_SAFE_INTEGER}`)
const day = `(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])`
const time = `([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])`

const conversions: Readonly<Record<string, (digits: Digits) => Omit<Conversion, 'rewrites'>>> = {
  'text → bigint': () => ({
    using: (column) => sql`${column}::bigint`,
    unfit: (column) => unlessLike(column, '-?(0|[1-9][0-9]{0,15})', sql`abs(${column}::bigint) > ${most}`),
  }),
  'text → numeric': (digits) => ({
    using: (column) => sql`${column}::${toDecimal(digits)}`,
    unfit: (column) =>
      unlessLike(
        column,
        '-?(0|[1-9][0-9]{0,99})(\\.[0-9]{1,100})?',
        sql`${tooGreat(sql`${column}::numeric`, digits)} or round(${column}::numeric, ${scaleOf(digits)}) <> ${column}::numeric`,
      ),
  }),
  'text → boolean': () => ({
    using: (column) => sql`${column}::boolean`,
    unfit: (column) => sql`${column} not in ('true', 'false')`,
  }),
  'text → date': () => ({
    using: (column) => sql`${column}::date`,
    unfit: (column) => unlessLike(column, day, isPastMonth(column)),
  }),
  'text → timestamp': () => ({
    using: (column) => sql`${column}::timestamp(3) with time zone`,
    unfit: (column) => unlessLike(column, `${day}T${time}`, isPastMonth(column)),
  }),
  'text → jsonb': () => ({ using: (column) => sql`to_jsonb(${column})` }),
  'bigint → text': () => ({ using: (column) => sql`${column}::text` }),
  'bigint → numeric': (digits) => ({
    using: (column) => sql`${column}::${toDecimal(digits)}`,
    unfit: (column) => tooGreat(column, digits),
  }),
  'bigint → jsonb': () => ({ using: (column) => sql`to_jsonb(${column})` }),
  'numeric → text': () => ({ using: (column) => sql`${column}::text` }),
  'numeric → jsonb': () => ({ using: (column) => sql`to_jsonb(${column}::text)` }),
  'boolean → text': () => ({ using: (column) => sql`${column}::text` }),
  'boolean → bigint': () => ({ using: (column) => sql`${column}::integer::bigint` }),
  'boolean → jsonb': () => ({ using: (column) => sql`to_jsonb(${column})` }),
  'date → text': () => ({ using: (column) => sql`to_char(${column}, 'YYYY-MM-DD')` }),
  'date → timestamp': () => ({ using: (column) => sql`${column}::timestamp at time zone 'UTC'` }),
  'date → jsonb': () => ({ using: (column) => sql`to_jsonb(to_char(${column}, 'YYYY-MM-DD'))` }),
  'timestamp → text': () => ({ using: (column) => momentJson(column) }),
  'timestamp → date': () => ({
    using: (column) => sql`(${column} at time zone 'UTC')::date`,
    loses: 'the time of day',
  }),
  'timestamp → jsonb': () => ({ using: (column) => sql`to_jsonb(${momentJson(column)})` }),
  'jsonb → text': () => ({
    using: (column) => sql`${column} #>> '{}'`,
    loses: 'the difference between text and other JSON that reads the same',
  }),
}

/** `timestamp(3) with time zone` → `timestamp`, `numeric(12,2)` → `numeric`. */
function toKind(type: string): string {
  return /^[a-z]+/.exec(type)?.[0] ?? type
}

function toDigits(type: string): Digits | undefined {
  const parts = /^numeric\((\d+),(\d+)\)$/.exec(type)
  return parts ? { precision: Number(parts[1]), scale: Number(parts[2]) } : undefined
}

function betweenDecimals(from: Digits, to: Digits): Conversion {
  const fewerBefore = to.precision - to.scale < from.precision - from.scale
  return {
    using: (column) => sql`${column}::${toDecimal(to)}`,
    rewrites: fewerBefore || from.scale !== to.scale,
    ...(to.scale < from.scale ? { loses: `the digits past the first ${to.scale} behind the point` } : {}),
    ...(fewerBefore || to.scale < from.scale
      ? { unfit: (column) => tooGreat(sql`round(${column}, ${scaleOf(to)})`, to) }
      : {}),
  }
}

function decimalToInteger(scale: number): Conversion {
  return {
    using: (column) => sql`${column}::bigint`,
    rewrites: true,
    ...(scale > 0 ? { loses: 'the digits behind the point' } : {}),
    unfit: (column) => sql`abs(round(${column})) > ${most}`,
  }
}

/** A value whose text does not have the form is unfit; only where it has may the condition look at the value. */
function unlessLike(column: Sql, form: string, condition: Sql): Sql {
  return sql`case when ${column} ~ ${literal(`^${form}$`)} then ${condition} else true end`
}

/** Whether the text names a day that its month does not have. */
function isPastMonth(column: Sql): Sql {
  const first = sql`(substr(${column}, 1, 8) || '01')::date`
  return sql`substr(${column}, 9, 2)::integer > extract(day from ${first} + interval '1 month' - interval '1 day')`
}

function tooGreat(value: Sql, { precision, scale }: Digits): Sql {
  return sql`abs(${value}) >= ${trusted(`1e${precision - scale}`)}::numeric`
}

function toDecimal({ precision, scale }: Digits): Sql {
  return trusted(`numeric(${precision},${scale})`)
}

function scaleOf({ scale }: Digits): Sql {
  return trusted(`${scale}`)
}
