/** Until when a request must be answered, and what is known of its write when that moment comes. */
export interface Deadline {
  /** In milliseconds of the clock that only goes forward. */
  readonly at: number
  /** A write was sent for it, and whether it was applied is not known yet. */
  mayBeWritten: boolean
}

/** The moment after which nobody waits for any of them any more. */
export function latestOf(deadlines: readonly Deadline[]): number {
  let latest = -Infinity
  for (const { at } of deadlines) latest = Math.max(latest, at)
  return deadlines.length === 0 ? Infinity : latest
}

/** Notes for all of them whether a write is under way. */
export function noteWrite(deadlines: readonly Deadline[] = [], isUnderWay: boolean): void {
  for (const deadline of deadlines) deadline.mayBeWritten = isUnderWay
}
