import { addMonths, type DayParts, partsOfDay } from './days.ts'
import type { Duration } from './values.ts'

const minute = 60_000

/** How many of each unit are 1,000 years: no duration is longer. */
const longest: Readonly<Record<string, number>> = {
  minutes: 525_960_000,
  hours: 8_766_000,
  days: 365_250,
  weeks: 52_178,
  months: 12_000,
  years: 1000,
}

const units: Readonly<Record<string, string>> = {
  min: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
}

/** A constant duration such as `14d`. */
export function toDuration(text: string): Duration {
  const [, digits, unit = ''] = /^(\d+)(\w+)$/.exec(text) ?? []
  return durationOf(Number(digits), units[unit] ?? 'days')
}

/** So many minutes, hours, days, weeks, months or years. */
export function durationOf(amount: number, unit: string): Duration {
  const most = longest[unit] ?? 0
  const n = Math.max(-most, Math.min(most, amount))
  return {
    months: unit === 'months' ? n : unit === 'years' ? 12 * n : 0,
    days: unit === 'days' ? n : unit === 'weeks' ? 7 * n : 0,
    milliseconds: unit === 'minutes' ? n * minute : unit === 'hours' ? 60 * n * minute : 0,
  }
}

export function negated({ months, days, milliseconds }: Duration): Duration {
  return { months: -months, days: -days, milliseconds: -milliseconds }
}

/** A day, moved by months first, then by days. */
export function moveDay(day: number, { months, days }: Duration): number {
  return (months === 0 ? day : addMonths(day, months)) + days
}

/** The year as PostgreSQL counts it: there is no year 0. */
export function yearOf({ year }: DayParts): number {
  return year <= 0 ? year - 1 : year
}

/** The year in which the fiscal year of a day begins. */
export function fiscalYearOf(day: number, yearBegins: string): number {
  const [month = 1, first = 1] = yearBegins.split('-').map(Number)
  return yearOf(partsOfDay(addMonths(day - (first - 1), -(month - 1))))
}
