import { setTimeout as delay } from 'node:timers/promises'

/** How often an answer is made at most, in milliseconds. */
const interval = 1_000

/**
 * Returns a function that makes at most one answer a second for all who ask. Callers who ask within a second of the
 * last one wait for the next, so that no answer is older than its question.
 */
export function shareAnswer<T>(make: () => Promise<T>): () => Promise<T> {
  let startedAt = -Infinity
  let next: Promise<T> | undefined
  const start = (): Promise<T> => {
    startedAt = performance.now()
    next = undefined
    return make()
  }
  return () => {
    if (next) return next
    const left = startedAt + interval - performance.now()
    if (left <= 0) return start()
    return (next = delay(left, undefined, { ref: false }).then(start))
  }
}
