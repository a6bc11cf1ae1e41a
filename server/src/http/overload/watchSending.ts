import type { ServerResponse } from 'node:http'
import type { ByteBudget } from './ByteBudget.ts'

/** How long a client may read nothing of an answer before its connection is closed, in milliseconds. */
export const sendTimeout = 30_000

/** An answer that was handed to Node to be sent. */
export interface Sending {
  readonly response: ServerResponse
  readonly bytes: number
  readonly user: number | undefined
}

/**
 * Calls `done` when an answer has been sent. Most answers are sent at once. An answer that its client does not read
 * stays in memory and counts for the budget until it is read or the timeout closes the connection.
 */
export function watchSending(
  { response, bytes, user }: Sending,
  budget: ByteBudget,
  done: () => void,
  timeout = sendTimeout,
): void {
  if (response.writableLength === 0 || response.closed) return done()
  budget.hold(bytes, user)
  // Node restarts this timeout whenever bytes are sent, and sets another one when all of them are sent.
  response.socket?.setTimeout(timeout)
  response.once('close', () => {
    budget.release(bytes, user)
    done()
  })
}
