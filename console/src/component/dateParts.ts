import { type CalendarDate, fromDate, parseAbsolute, parseDate, type ZonedDateTime } from '@internationalized/date'

/** A day, or a moment in a time zone. */
export type DateValue = CalendarDate | ZonedDateTime

/** A part of a date input: the year, the hour, or what stands between them. */
export interface DatePart {
  readonly type: string
  readonly isEditable: boolean
  readonly isPlaceholder: boolean
}

const days = ['era', 'year', 'month', 'day']
const times = { hour: 0, minute: 0, second: 0, millisecond: 0 }

/** How far a date is filled in: not at all, partly, the day without all of the time, or whole. */
export function progressOf(parts: readonly DatePart[]): 'none' | 'some' | 'day' | 'all' {
  const editable = parts.filter(({ isEditable }) => isEditable)
  const missing = editable.filter(({ isPlaceholder }) => isPlaceholder)
  if (missing.length === 0) return 'all'
  if (missing.length === editable.length) return 'none'
  return missing.some(({ type }) => days.includes(type)) ? 'some' : 'day'
}

/** A moment whose parts of the time are 0 where they are missing, or not asked for. */
export function withTime(moment: Date, parts: readonly DatePart[], timeZone: string): string {
  const typed = parts.filter(({ isEditable, isPlaceholder }) => isEditable && !isPlaceholder).map(({ type }) => type)
  const zeros = Object.entries(times).filter(([type]) => !typed.includes(type))
  return fromDate(moment, timeZone).set(Object.fromEntries(zeros)).toDate().toISOString()
}

/** A day or moment; null where there is none, undefined where the text is neither. */
export function readDate(value: string, timeZone: string | undefined): DateValue | null | undefined {
  if (value === '') return null
  try {
    return timeZone === undefined ? parseDate(value) : parseAbsolute(value, timeZone)
  } catch {
    return undefined
  }
}

/** The smallest part of a moment that people see and type: minutes, unless it has seconds. */
export function smallestPart(date: DateValue | null): 'minute' | 'second' {
  return date !== null && 'second' in date && date.second !== 0 ? 'second' : 'minute'
}

/** The text of a day, or of a moment in UTC to the millisecond. */
export function writeDate(date: DateValue): string {
  return 'timeZone' in date ? date.toDate().toISOString() : date.toString()
}
