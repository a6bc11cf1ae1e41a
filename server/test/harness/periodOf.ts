const dayLength = 86_400_000

/** The period of a date or time: the number of its first day, and its name. */
export function periodOf(value: string, by: string, timeZone?: string): { start: number; text: string } {
  const day = value.includes('T') ? localDay(value, timeZone ?? 'UTC') : Date.parse(`${value}T00:00:00Z`) / dayLength
  const date = new Date(day * dayLength)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const first = (at: number) => new Date(Date.UTC(2000, at, 1)).setUTCFullYear(year) / dayLength
  switch (by) {
    case 'day':
      return { start: day, text: `${yearText(year)}-${two(month + 1)}-${two(date.getUTCDate())}` }
    case 'week':
      return weekOf(day)
    case 'month':
      return { start: first(month), text: `${yearText(year)}-${two(month + 1)}` }
    case 'quarter':
      return { start: first(month - (month % 3)), text: `${yearText(year)}-Q${Math.floor(month / 3) + 1}` }
    case 'year':
      return { start: first(0), text: yearText(year) }
    default:
      throw new Error(`There is no period ${by}.`)
  }
}

/** A week begins on Monday and belongs to the year of its Thursday. */
function weekOf(day: number): { start: number; text: string } {
  // Day 0 is a Thursday.
  const monday = day - ((((day + 3) % 7) + 7) % 7)
  const year = new Date((monday + 3) * dayLength).getUTCFullYear()
  const january = new Date(Date.UTC(2000, 0, 4)).setUTCFullYear(year) / dayLength
  const firstMonday = january - ((((january + 3) % 7) + 7) % 7)
  return { start: monday, text: `${yearText(year)}-W${two((monday - firstMonday) / 7 + 1)}` }
}

/** The number of the day that a clock in the time zone shows. */
function localDay(value: string, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const parts = new Map(format.formatToParts(new Date(value)).map((part) => [part.type, Number(part.value)]))
  const [year = 0, month = 1, day = 1] = [parts.get('year'), parts.get('month'), parts.get('day')]
  const date = new Date(Date.UTC(2000, month - 1, day))
  return date.setUTCFullYear(year, month - 1, day) / dayLength
}

function yearText(year: number): string {
  return String(year).padStart(4, '0')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
