import { CalendarDate, parseAbsolute, parseDate, startOfWeek, toCalendarDate } from '@internationalized/date'
import { momentOf } from '../chart/momentOf.ts'

/** How much a calendar shows. */
export const spans = ['month', 'week', 'agenda'] as const
export type Span = (typeof spans)[number]

/** How many days an agenda has. */
const agendaDays = 30

/** A day with others, as text: `2026-11-18`. Days have no zone. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString()
}

/** The day in the next or the previous month, or its last day where the month is shorter. */
export function addMonths(day: string, months: number): string {
  return parseDate(day).add({ months }).toString()
}

/** How many days the second day is after the first one. */
export function daysBetween(first: string, second: string): number {
  return parseDate(second).compare(parseDate(first))
}

/** Whether a text is a day. */
export function isDay(text: string): boolean {
  try {
    return parseDate(text).toString() === text
  } catch {
    return false
  }
}

/** The days that a calendar shows around a day. Weeks begin as the language of the formats says. */
export function daysShown(at: string, span: Span, language: string): string[] {
  const day = parseDate(at)
  if (span === 'agenda') return list(day, agendaDays)
  if (span === 'week') return list(startOfWeek(day, language), 7)
  const first = startOfWeek(new CalendarDate(day.year, day.month, 1), language)
  const last = new CalendarDate(day.year, day.month, day.calendar.getDaysInMonth(day))
  const weeks = Math.ceil((last.compare(first) + 1) / 7)
  return list(first, weeks * 7)
}

function list(first: CalendarDate, count: number): string[] {
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString())
}

/** The day of a date, or of a moment in a time zone; undefined where there is neither. */
export function dayOf(value: unknown, timeZone: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return isDay(value) ? value : toCalendarDate(parseAbsolute(value, timeZone)).toString()
}

/** The same date or moment that many days later: by the clock of the zone, also where a day has 23 hours. */
export function shift(value: string, days: number, timeZone: string): string {
  return isDay(value) ? addDays(value, days) : parseAbsolute(value, timeZone).add({ days }).toAbsoluteString()
}

/** The moment at which a day, or an hour of it, begins in a time zone; or the day itself. */
export function startOf(day: string, isMoment: boolean, timeZone: string, hour = 0): string {
  return isMoment ? new Date(Date.parse(momentOf(day, timeZone)) + hour * 3_600_000).toISOString() : day
}
