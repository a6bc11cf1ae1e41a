/** When a request must be answered, and what is known about its write at that time. */
export interface Deadline {
  /** The time in milliseconds of the monotonic clock (`performance.now`). */
  readonly at: number
  /** Whether a write was sent to the database whose outcome is not known yet. */
  mayBeWritten: boolean
}

/** A deadline that has also passed when nobody waits for the answer any more. Without a request's own, nothing else. */
export function untilGone(isGone: () => boolean, { at = Infinity }: Partial<Deadline> = {}): Deadline {
  return {
    get at() {
      return isGone() ? -Infinity : at
    },
    mayBeWritten: false,
  }
}

/** A deadline for a part of a request, which does without it afterwards: after a time, or with the request's own. */
export function within(milliseconds: number, { at }: Deadline): Deadline {
  return { at: Math.min(at, performance.now() + milliseconds), mayBeWritten: false }
}

/** The time when the last of these deadlines has passed. */
export function latestOf(deadlines: readonly Deadline[]): number {
  let latest = -Infinity
  for (const { at } of deadlines) latest = Math.max(latest, at)
  return deadlines.length === 0 ? Infinity : latest
}

/** Sets for all of these deadlines whether a write is under way. */
export function noteWrite(deadlines: readonly Deadline[] = [], isUnderWay: boolean): void {
  for (const deadline of deadlines) deadline.mayBeWritten = isUnderWay
}
