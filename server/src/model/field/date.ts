import { sql } from '../../sql/sql.ts'
import { dayForm, isPastMonth, unlessLike } from './convert.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { scalar } from './traits.ts'

export interface DateField extends CommonField {
  readonly type: 'date'
}

/** A day of the calendar, without a time or a zone: `2026-01-31`. */
export function date<const Options extends CommonOptions<string>>(
  options?: Options,
): FieldDeclaration<string, IsRequired<Options>> & Options {
  return { ...(options as Options), type: 'date' }
}

export const dateType: FieldType<DateField> = {
  ...scalar,
  options: [],
  writable: true,
  read: (value) =>
    typeof value === 'string' && isDay(value) ? { value } : { fault: 'must be a date, such as "2026-01-31"' },
  columnType: () => 'date',
  now: sql`(now() at time zone 'UTC')`,
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
  jsonLength: () => 16,
  toJson: (_, column) => column,
}

/** Whether the text is an existing day, from year 1 to year 9999. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
