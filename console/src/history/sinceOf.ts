/** For how many hours the words of an address mean. */
export const spans = { day: 24, week: 7 * 24, month: 30 * 24 } as const

/** The moment of a word, such as `week`, or of a moment; empty for nothing. It stands still within an hour. */
export function sinceOf(since: string, now = Date.now()): string {
  const hour = 3_600_000
  const span = since in spans ? spans[since as keyof typeof spans] : undefined
  if (span !== undefined) return new Date((Math.floor(now / hour) - span) * hour).toISOString()
  const moment = Date.parse(since)
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString()
}
