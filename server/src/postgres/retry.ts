import { timeLeft, type Work } from './Work.ts'

const maxAttempts = 3

/**
 * Runs something up to three times, while a request still waits for it. `mayRetry` returns whether an error allows
 * another attempt; `toFailure` returns what is thrown if there is none.
 */
export async function retry<T>(
  runOnce: () => Promise<T>,
  work: Work,
  mayRetry: (error: unknown) => boolean,
  toFailure: (error: unknown) => unknown,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce()
    } catch (error) {
      if (attempt >= maxAttempts || !mayRetry(error) || timeLeft(work) <= 0) throw toFailure(error)
    }
  }
}
