import { sql } from '../../sql/sql.ts'
import { dayForm, isPastMonth, unlessLike } from './convert.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import { checkLimits, compareText, type LimitRules, type Limits, limitsSql, withinLimits } from './limits.ts'
import { scalar } from './traits.ts'

export interface DateField extends CommonField, Limits {
  readonly type: 'date'
}

export interface DateOptions extends CommonOptions<string> {
  /** The first day that is allowed. */
  min?: string
  /** The last day that is allowed. */
  max?: string
}

/** A day of the calendar, without a time or a zone: `2026-01-31`. */
export function date<const Options extends DateOptions>(
  options?: Options,
): FieldDeclaration<string, IsRequired<Options>, true, 'date'> & Options {
  return { ...(options as Options), type: 'date' }
}

const rules: LimitRules = { read: parseDay, compare: compareText, example: "'2026-01-31'" }

export const dateType: FieldType<DateField> = {
  ...scalar,
  options: ['min', 'max'],
  writable: true,
  check: (field) => checkLimits(field, rules),
  read: (value, field) => withinLimits(parseDay(value), field, rules),
  parseOperand: parseDay,
  columnType: () => 'date',
  constraint: (field, column) => limitsSql(field, column, 'date'),
  defaultVariable: '$today',
  now: (timeZone) => sql`(now() at time zone ${timeZone})`,
  calendar: { hasZone: false, toLocal: (column) => sql`${column}::timestamp`, fromLocal: (timestamp) => timestamp },
  conversions: {
    'date → text': () => ({ using: (column) => sql`to_char(${column}, 'YYYY-MM-DD')` }),
    'date → jsonb': () => ({ using: (column) => sql`to_jsonb(to_char(${column}, 'YYYY-MM-DD'))` }),
    'text → date': () => ({
      using: (column) => sql`${column}::date`,
      unfit: (column) => unlessLike(column, dayForm, isPastMonth(column)),
    }),
    'timestamp → date': () => ({
      using: (column) => sql`(${column} at time zone 'UTC')::date`,
      loses: 'the time of day',
    }),
  },
  inExpression: () => ({ type: 'date' }),
  jsonLength: () => 16,
  typeScript: () => 'string',
  schema: () => ({ type: 'string', format: 'date' }),
  sentSchema: () => ({ type: 'string', format: 'date' }),
  toJson: (_, column) => column,
}

function parseDay(value: unknown): Reading {
  return typeof value === 'string' && isDay(value) ? { value } : { fault: 'must be a date, such as "2026-01-31"' }
}

/** Whether the text is an existing day, from year 1 to year 9999. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
