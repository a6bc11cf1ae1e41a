import { sql, type Sql } from '../../sql/sql.ts'
import { dayForm, isPastMonth, timeForm, unlessLike } from './convert.ts'
import { isDay } from './date.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { checkLimits, compareText, type LimitRules, type Limits, limitsSql, withinLimits } from './limits.ts'
import { scalar } from './traits.ts'

export interface DateTimeField extends CommonField, Limits {
  readonly type: 'dateTime'
}

export interface DateTimeOptions extends CommonOptions<string> {
  /** The earliest time that is allowed. */
  min?: string
  /** The latest time that is allowed. */
  max?: string
}

/** A time with millisecond precision. Clients send any offset; responses are in UTC: `2026-01-31T08:30:00.000Z`. */
export function dateTime<const Options extends DateTimeOptions>(
  options?: Options,
): FieldDeclaration<string, IsRequired<Options>, true, 'dateTime'> & Options {
  return { ...(options as Options), type: 'dateTime' }
}

const columnType = 'timestamp(3) with time zone'
const rules: LimitRules = { read: parseMoment, compare: compareText, example: "'2026-01-31T08:30:00Z'" }

export const dateTimeType: FieldType<DateTimeField> = {
  ...scalar,
  options: ['min', 'max'],
  writable: true,
  check: (field) => checkLimits(field, rules),
  read: (value, field) => withinLimits(parseMoment(value), field, rules),
  parseOperand: parseMoment,
  columnType: () => columnType,
  constraint: (field, column) => limitsSql(field, column, columnType),
  defaultVariable: '$now',
  now: () => sql`now()`,
  calendar: {
    hasZone: true,
    toLocal: (column, timeZone) => sql`(${column} at time zone ${timeZone})`,
    fromLocal: (timestamp, timeZone) => sql`(${timestamp} at time zone ${timeZone})`,
  },
  conversions: {
    'timestamp → text': () => ({ using: momentJson }),
    'timestamp → jsonb': () => ({ using: (column) => sql`to_jsonb(${momentJson(column)})` }),
    'text → timestamp': () => ({
      using: (column) => sql`${column}::timestamp(3) with time zone`,
      unfit: (column) => unlessLike(column, `${dayForm}T${timeForm}`, isPastMonth(column)),
    }),
    'date → timestamp': () => ({ using: (column) => sql`${column}::timestamp at time zone 'UTC'` }),
  },
  inExpression: () => ({ type: 'dateTime' }),
  jsonLength: () => 32,
  typeScript: () => 'string',
  schema: () => ({ type: 'string', format: 'date-time' }),
  sentSchema: () => ({ type: 'string', format: 'date-time' }),
  toJson: (_, column) => momentJson(column),
}

/** A time as ISO text in UTC. */
export function momentJson(column: Sql): Sql {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const shape =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3}0*)?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/
const fault = 'must be a date and time with its zone, such as "2026-01-31T08:30:00Z", exact to the millisecond at most'

/** Parses a moment with a time zone. */
export function parseMoment(value: unknown): Reading {
  const parts = typeof value === 'string' && value.length <= 60 && shape.exec(value)
  if (!parts || !isDay(parts[1] ?? '')) return { fault }
  const moment = new Date(value)
  const year = moment.getUTCFullYear()
  if (Number.isNaN(moment.getTime()) || year < 1 || year > 9999) return { fault }
  return { value: moment.toISOString() }
}
