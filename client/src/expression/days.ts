/** Days as numbers: 0 is 1970-01-01. The calendar is the Gregorian one at all times, as in PostgreSQL. */
const dayLength = 86_400_000

/** Year (0 is 1 BC), month from 1, and day. */
export interface DayParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The number of a day such as `2026-04-01`; undefined if there is no such day. */
export function toDay(text: unknown): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(text))
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map(Number)
  return dayFrom(year ?? 0, month ?? 0, day ?? 0)
}

/** The number of a day; undefined if there is no such day. */
export function dayFrom(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > lastDayOf(year, month)) return undefined
  return startOfMonth(year, month) + day - 1
}

export function partsOfDay(number: number): DayParts {
  const date = new Date(number * dayLength)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The text of a day; null outside of the years 1 to 9999, which no field holds. */
export function dayText(number: number): string | null {
  const { year, month, day } = partsOfDay(number)
  if (year < 1 || year > 9999) return null
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** A day some months later; the last day of the month if that has fewer days. */
export function addMonths(number: number, months: number): number {
  const { year, month, day } = partsOfDay(number)
  const sum = year * 12 + month - 1 + months
  const [newYear, newMonth] = [Math.floor(sum / 12), (((sum % 12) + 12) % 12) + 1]
  return startOfMonth(newYear, newMonth) + Math.min(day, lastDayOf(newYear, newMonth)) - 1
}

/** The whole months from one day to another, toward zero. */
export function monthsBetween(from: number, to: number): number {
  const [a, b] = [partsOfDay(from), partsOfDay(to)]
  const months = (b.year - a.year) * 12 + b.month - a.month
  if (to >= from) return b.day < a.day ? months - 1 : months
  return b.day > a.day ? months + 1 : months
}

/** Monday is 1, Sunday is 7. */
export function weekdayOf(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1
}

/** The first day of the week, month, quarter or year that a day is in. */
export function startOf(number: number, unit: string): number {
  const { year, month } = partsOfDay(number)
  if (unit === 'week') return number - weekdayOf(number) + 1
  if (unit === 'year') return startOfMonth(year, 1)
  return startOfMonth(year, unit === 'quarter' ? month - ((month - 1) % 3) : month)
}

/** The last day of it. */
export function endOf(number: number, unit: string): number {
  const start = startOf(number, unit)
  if (unit === 'week') return start + 6
  return addMonths(start, unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1) - 1
}

/** The day of a moment in a time zone. */
export function dayInZone(moment: number, timeZone: string): number | undefined {
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    era: 'short',
  })
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  if (parts['era'] === 'BC') return undefined
  return dayFrom(Number(parts['year']), Number(parts['month']), Number(parts['day']))
}

function lastDayOf(year: number, month: number): number {
  return startOfMonth(month === 12 ? year + 1 : year, (month % 12) + 1) - startOfMonth(year, month)
}

function startOfMonth(year: number, month: number): number {
  // A Date takes the years 0 to 99 for those of the last century.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, 1)
  return Math.round(date.getTime() / dayLength)
}
