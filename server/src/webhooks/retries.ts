const [second, minute, hour] = [1_000, 60_000, 3_600_000]

/** How long a delivery waits after each attempt that fails, in milliseconds. After the last one it is parked. */
export const delays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** The part of a delay that is added at random, so that deliveries that failed together are spread. */
const jitter = 0.2
/** The longest wait that a receiver can ask for. */
const longest = 24 * hour

/**
 * Returns how many milliseconds a delivery waits after so many attempts; undefined: it is parked. The receiver can ask
 * for a longer wait by `Retry-After`, as seconds or as a date.
 */
export function waitAfter(
  attempts: number,
  retryAfter: string | null,
  { now, random }: { readonly now: number; readonly random: number },
): number | undefined {
  const delay = delays[attempts - 1]
  if (delay === undefined) return undefined
  return Math.round(Math.max(delay * (1 + jitter * random), parseRetryAfter(retryAfter, now)))
}

function parseRetryAfter(text: string | null, now: number): number {
  if (text === null) return 0
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longest)
}
