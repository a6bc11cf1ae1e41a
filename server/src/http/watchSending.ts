import type { ServerResponse } from 'node:http'
import type { ByteBudget } from './ByteBudget.ts'

/** How long a client may take nothing of an answer before its connection is ended, in milliseconds. */
export const sendTimeout = 30_000

/** An answer that was handed over to be sent. */
export interface Sending {
  readonly response: ServerResponse
  readonly bytes: number
  readonly user: number | undefined
}

/**
 * Calls back once an answer has left. Most are gone at once; one that its client does not read stays in memory and counts for the
 * budget until it is read, or until its client has taken nothing of it for a while.
 */
export function watchSending(
  { response, bytes, user }: Sending,
  budget: ByteBudget,
  done: () => void,
  timeout = sendTimeout,
): void {
  if (response.writableLength === 0 || response.closed) return done()
  budget.hold(bytes, user)
  // Node does not count it as silence while bytes go out, and sets another time once all have left.
  response.socket?.setTimeout(timeout)
  response.once('close', () => {
    budget.release(bytes, user)
    done()
  })
}
