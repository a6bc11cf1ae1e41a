import { setTimeout as wait } from 'node:timers/promises'
import { isConflict } from './errors.ts'
import { timeLeft, type StatementOptions } from './StatementOptions.ts'

const maxAttempts = 3
/** The longest pause after the first attempt, in milliseconds; it doubles with each attempt. */
const maxPause = 100

/** What is retried when, and how a failure is reported. */
export interface Retrying {
  /** Returns the error of the database that an error stands for. */
  causeOf?(error: unknown): unknown
  /** Whether an error allows another attempt. */
  mayRetry(error: unknown): boolean
  /** What is thrown if there is no other attempt. */
  toFailure(error: unknown): unknown
  /** A random number from 0 to 1. */
  random(): number
}

/**
 * Runs something up to three times, while a request still waits for it. After a deadlock or another conflict with other
 * transactions it pauses first, for a random time: those that start over together would meet again.
 */
export async function retry<T>(runOnce: () => Promise<T>, options: StatementOptions, retrying: Retrying): Promise<T> {
  const { mayRetry, toFailure, causeOf = (error) => error, random } = retrying
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce()
    } catch (error) {
      if (attempt >= maxAttempts || !mayRetry(error) || timeLeft(options) <= 0) throw toFailure(error)
      if (isConflict(causeOf(error))) await wait(Math.min(random() * maxPause * 2 ** (attempt - 1), timeLeft(options)))
    }
  }
}
