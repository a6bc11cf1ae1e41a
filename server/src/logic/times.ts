import { toMilliseconds } from '../text/duration.ts'

/** When a schedule is due: every so many milliseconds, or at a time of day in a time zone, on some days. */
export type Times =
  | { readonly every: number }
  | {
      /** Minutes since midnight. */
      readonly at: number
      readonly zone: string
      /** Days of the week (0 is Sunday) or of the month (`last` is its last day); every day if absent. */
      readonly weekdays?: readonly number[]
      readonly monthDays?: readonly (number | 'last')[]
    }

/** What a schedule declares: one of the two. */
export interface DeclaredTimes {
  /** `15m`: seconds, minutes, hours or days. */
  readonly every?: string | undefined
  /** `06:00`, `mon,fri 06:00` or `1,15,last 06:00`, at the place; or with a zone: `06:00 Europe/Paris`. */
  readonly at?: string | undefined
}

const [shortest, longest] = [1_000, 31 * 86_400_000]
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const day = 86_400_000

/** Parses declared times, which are in this zone unless they name one; a text says what is wrong with them. */
export function parseTimes({ every, at }: DeclaredTimes, timeZone = 'UTC'): Times | string {
  if ((every === undefined) === (at === undefined)) return "write either every: '15m' or at: '06:00'"
  return every === undefined ? parseAt(String(at), timeZone) : parseEvery(every)
}

function parseEvery(text: unknown): Times | string {
  const every = toMilliseconds(text) ?? 0
  if (every >= shortest && every <= longest) return { every }
  return (
    `every must be a time from 1s to 31d with its unit, such as '15m', not ${JSON.stringify(text)}: ` +
    "for times of the day write at: '03:00'"
  )
}

function parseAt(text: string, timeZone: string): Times | string {
  const [, days, hour, minute, zone = timeZone] = /^(?:(\S+) )?([01]\d|2[0-3]):([0-5]\d)(?: (\S+))?$/.exec(text) ?? []
  if (hour === undefined) return `at must be like '06:00', 'mon,fri 06:00' or '06:00 Europe/Paris', not '${text}'`
  if (!isZone(zone)) return `at has the time zone ${zone}, which is not known: write it like Europe/Paris or UTC`
  const on = parseDays(days)
  if (!on) return `at has the days '${days}', which must be like mon,fri or like 1,15,last`
  return { at: Number(hour) * 60 + Number(minute), zone, ...on }
}

function parseDays(
  text: string | undefined,
): Pick<Extract<Times, { at: number }>, 'weekdays' | 'monthDays'> | undefined {
  if (text === undefined) return {}
  const names = text.split(',')
  const weekdays = names.map((name) => weekdayNames.indexOf(name))
  if (weekdays.every((weekday) => weekday >= 0)) return { weekdays }
  const isDay = (name: string) => /^([1-9]|[12]\d|3[01])$/.test(name)
  if (!names.every((name) => name === 'last' || isDay(name))) return undefined
  return { monthDays: names.map((name) => (name === 'last' ? name : Number(name))) }
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The next time after a moment, both in milliseconds since 1970. If the clocks skip the time of day, it is as much
 * later; if they show it twice, it is the first of the two.
 */
export function nextTime(times: Times, after: number): number {
  if ('every' in times) return (Math.floor(after / times.every) + 1) * times.every
  const offsetAt = offsetsOf(times.zone)
  const midnight = Math.floor((after + offsetAt(after)) / day) * day
  // Two months have each of the days that are asked for; one more day, since the offset may have changed.
  for (let days = -1; days <= 63; days++) {
    const local = midnight + days * day
    if (!isOn(times, new Date(local))) continue
    const found = toMoment(local + times.at * 60_000, offsetAt)
    if (found > after) return found
  }
  throw new RangeError('A schedule has no next time.')
}

function isOn({ weekdays, monthDays }: Extract<Times, { at: number }>, local: Date): boolean {
  if (weekdays) return weekdays.includes(local.getUTCDay())
  if (!monthDays) return true
  const isLast = new Date(local.getTime() + day).getUTCDate() === 1
  return monthDays.includes(local.getUTCDate()) || (isLast && monthDays.includes('last'))
}

/** The moment at which clocks with these offsets show a local time, which is given as if it were UTC. */
function toMoment(local: number, offsetAt: (moment: number) => number): number {
  const [before, after] = [offsetAt(local - day), offsetAt(local + day)]
  const moments = [before, after].map((offset) => local - offset).toSorted((one, other) => one - other)
  return moments.find((moment) => moment + offsetAt(moment) === local) ?? local - before
}

/** The difference of a zone from UTC at a moment, in milliseconds. */
function offsetsOf(timeZone: string): (moment: number) => number {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', { ...parts, second: 'numeric', hourCycle: 'h23', timeZone })
  return (moment) => {
    const shown = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day: date, hour, minute, second } = shown
    return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(moment / 1_000) * 1_000
  }
}
