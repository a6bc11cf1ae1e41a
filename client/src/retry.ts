import type { TabulariumError } from './errors.ts'

/** Longer waits are for people to decide about. */
const longestWait = 30_000

/** How many milliseconds to wait before a failed attempt is repeated; undefined if a repeat is of no use. */
export function waitBefore(
  attempt: number,
  { code, retryAfter = Number.NaN }: Pick<TabulariumError, 'code' | 'retryAfter'>,
): number | undefined {
  if (code !== 'no-answer' && code !== 'unavailable' && code !== 'key-in-use') return undefined
  const jitter = Math.random()
  if (!(retryAfter >= 0)) return 100 * 2 ** attempt * (0.5 + jitter)
  const wait = 1_000 * retryAfter
  return wait > longestWait ? undefined : wait + 100 * jitter
}

/** Waits, unless the signal ends it. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
