/** A time relative to the current one, by the clock of the database and in UTC. */
export interface Moment {
  readonly variable: 'now'
  /** The start of the current day: `$today`. */
  readonly startOfDay?: true
  readonly shift?: Shift
}

/** How far a time is away from the current one; a negative amount is in the past. */
export interface Shift {
  readonly amount: number
  readonly unit: keyof typeof units
}

/** The units of a shift and their names in PostgreSQL. */
export const units = { d: 'days', w: 'weeks', m: 'months', y: 'years', h: 'hours', min: 'minutes' } as const

/** The units that are shorter than a day. */
const shortUnits: readonly string[] = ['h', 'min']
/** With more years, the time would be before the calendar of PostgreSQL begins. */
const maxYears = 999

/** Parses `$now`, `$today` and both with a distance, such as `$today-30d`; undefined for other texts. */
export function findMoment(text: string): Moment | undefined {
  const [, base, sign, digits, unit] = /^\$(now|today)(?:([+-])(\d{1,4})(d|w|m|y|h|min))?$/.exec(text) ?? []
  if (base === undefined) return undefined
  const start = base === 'today' ? ({ startOfDay: true } as const) : {}
  if (unit === undefined || !isUnit(unit)) return { variable: 'now', ...start }
  const amount = Number(digits)
  if ((base === 'today' && shortUnits.includes(unit)) || (unit === 'y' && amount > maxYears)) return undefined
  return { variable: 'now', ...start, shift: { amount: sign === '-' ? -amount : amount, unit } }
}

function isUnit(text: string): text is keyof typeof units {
  return Object.hasOwn(units, text)
}
