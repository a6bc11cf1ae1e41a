import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'

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
  options: [],
  writable: true,
  read: (value) =>
    typeof value === 'string' && isDay(value) ? { value } : { fault: 'must be a date, such as "2026-01-31"' },
  columnType: () => 'date',
  toJson: (_, column) => column,
}

/** Whether the text is a day that exists, from year 1 to year 9999. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
