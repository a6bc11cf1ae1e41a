const minute = 60_000

/** The moment at which a day begins in a time zone, as ISO 8601 in UTC. */
export function momentOf(day: string, timeZone: string): string {
  const local = Date.parse(`${day}T00:00:00Z`)
  // The second look is for days on which clocks change between the two.
  const near = local - offsetAt(local, timeZone)
  const begin = local - offsetAt(near, timeZone)
  // Where the clocks go forward at midnight, the day begins at one.
  const isSkipped = offsetAt(begin, timeZone) < offsetAt(near, timeZone)
  return new Date(isSkipped ? near : begin).toISOString()
}

/** By how much the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shown = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'))
  return shown - Math.floor(moment / minute) * minute
}
