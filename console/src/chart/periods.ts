import type { Period } from './Chart.ts'

const day = 86_400_000
/** The first Monday after the beginning of time: weeks are counted from it. */
const monday = 4 * day

/** The number of a period, so that the next one has the next number; undefined for what is none. */
export function toIndex(text: string, by: Period): number | undefined {
  const [, year = '', rest = ''] = /^(\d{4})(?:-(.+))?$/.exec(text) ?? []
  if (year === '') return undefined
  switch (by) {
    case 'day':
      return orNone(Date.parse(`${text}T00:00:00Z`) / day)
    case 'week':
      return orNone((mondayOf(Number(year), Number(rest.slice(1))) - monday) / (7 * day))
    case 'month':
      return orNone(Number(year) * 12 + Number(rest) - 1)
    case 'quarter':
      return orNone(Number(year) * 4 + Number(rest.slice(1)) - 1)
    case 'year':
      return Number(year)
  }
}

/** The period of a number, in the form of aggregate. */
export function fromIndex(index: number, by: Period): string {
  switch (by) {
    case 'day':
      return new Date(index * day).toISOString().slice(0, 10)
    case 'week':
      return toWeek(new Date(monday + index * 7 * day))
    case 'month':
      return `${padded(Math.floor(index / 12), 4)}-${padded((index % 12) + 1, 2)}`
    case 'quarter':
      return `${padded(Math.floor(index / 4), 4)}-Q${(index % 4) + 1}`
    case 'year':
      return padded(index, 4)
  }
}

/** The first day of a period, and the first one after it; undefined for what is no period. */
export function daysOf(text: string, by: Period): readonly [string, string] | undefined {
  const index = toIndex(text, by)
  return index === undefined ? undefined : [firstDay(index, by), firstDay(index + 1, by)]
}

function firstDay(index: number, by: Period): string {
  switch (by) {
    case 'day':
      return fromIndex(index, 'day')
    case 'week':
      return fromIndex((monday + index * 7 * day) / day, 'day')
    case 'month':
      return `${fromIndex(index, 'month')}-01`
    case 'quarter':
      return `${fromIndex(index * 3, 'month')}-01`
    case 'year':
      return `${fromIndex(index, 'year')}-01-01`
  }
}

/** A period as people read it. Weeks and quarters are written as ISO 8601 and PostgreSQL do. */
export function showPeriod(text: string, by: Period, language: string): string {
  if (by === 'week' || by === 'quarter' || by === 'year') return text
  const shown = by === 'day' ? ({ dateStyle: 'medium' } as const) : ({ month: 'short', year: 'numeric' } as const)
  const date = new Date(`${by === 'day' ? text : `${text}-01`}T00:00:00Z`)
  return new Intl.DateTimeFormat(language, { ...shown, timeZone: 'UTC' }).format(date)
}

/** The Monday of a week. The first week of a year is the one with 4 January. */
function mondayOf(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4)
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7
  return fourth - weekday * day + (week - 1) * 7 * day
}

/** A week belongs to the year of its Thursday. */
function toWeek(date: Date): string {
  const year = new Date(date.getTime() + 3 * day).getUTCFullYear()
  return `${year}-W${padded(Math.round((date.getTime() - mondayOf(year, 1)) / (7 * day)) + 1, 2)}`
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}

function orNone(number: number): number | undefined {
  return Number.isNaN(number) ? undefined : number
}
