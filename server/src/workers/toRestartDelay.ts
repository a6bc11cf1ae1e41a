/** A worker that lived at least this long, in milliseconds, did not die at once. */
export const stableAfter = 10_000

const minDelay = 100
const maxDelay = 30_000

/**
 * How long to wait before a dead worker is replaced, in milliseconds: doubled for each one in a row that died at once.
 */
export function toRestartDelay(diedAtOnce: number): number {
  return Math.min(minDelay * 2 ** diedAtOnce, maxDelay)
}
