/** The shortest and the longest pause between two tries, in milliseconds. */
const [shortest, longest] = [1_000, 3_600_000]

/**
 * How long to wait after so many failures: a second, twice as long after each failure, at most an hour. `random` is
 * from 0 to 1, and spreads those that failed together.
 */
export function toDelay(failures: number, random: number): number {
  return Math.round(Math.min(shortest * 2 ** Math.max(0, failures - 1), longest) * (0.75 + random / 2))
}
