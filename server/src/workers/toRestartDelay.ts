/** A worker that lived at least so long did not die at once, in milliseconds. */
export const stableAfter = 10_000

const firstPause = 100
const longestPause = 30_000

/** How long the place of a dead worker stays empty: twice as long with every one that died at once after another. */
export function toRestartDelay(diedAtOnce: number): number {
  return Math.min(firstPause * 2 ** diedAtOnce, longestPause)
}
