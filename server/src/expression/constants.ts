/** A day of the years 1 to 9999 as text; undefined if there is no such day. */
export function toDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return undefined
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined
}

/** A time with its zone as text in UTC; undefined if there is no such time. */
export function toDateTime(text: string): string | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.exec(text)
  if (!parts || toDay(parts[1] ?? '') === undefined) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) || !/^\d{4}/.test(time.toISOString()) ? undefined : time.toISOString()
}

/** How many of each unit are 1,000 years: no duration is longer, so that PostgreSQL can add it. */
export const longest = {
  minutes: 525_960_000,
  hours: 8_766_000,
  days: 365_250,
  weeks: 52_178,
  months: 12_000,
  years: 1000,
} as const

/** The units of durations, which are the names of the functions that make them. */
export type DurationUnit = keyof typeof longest

const unitOf: Readonly<Record<string, DurationUnit>> = {
  min: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
}

/** A constant duration such as `14d`: its number and its unit. */
export function toDuration(text: string): { readonly amount: number; readonly unit: DurationUnit } {
  const [, digits, unit = ''] = /^(\d+)(min|h|d|w|m|y)$/.exec(text) ?? []
  return { amount: Number(digits), unit: unitOf[unit] ?? 'days' }
}

/** The words that `startOf` and `endOf` take. */
export const spanUnits: readonly string[] = ['week', 'month', 'quarter', 'year']
