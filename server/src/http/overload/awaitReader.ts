import type { ByteBudget } from './ByteBudget.ts'
import { type Sending, sendTimeout } from './watchSending.ts'

/**
 * Waits until the client has read a part of a stream. Meanwhile the part counts for the budget. A client that reads
 * nothing of it in time is disconnected, and so is one whose part the budget does not admit.
 */
export async function awaitReader(
  { response, bytes, user }: Sending,
  budget: ByteBudget,
  timeout = sendTimeout,
): Promise<void> {
  if (response.closed) return
  if (!budget.admits(bytes, user)) {
    response.destroy()
    return
  }
  budget.hold(bytes, user)
  // Node restarts this timeout whenever bytes are sent, and closes the connection when it expires.
  response.socket?.setTimeout(timeout)
  await new Promise<void>((resolve) => {
    const end = () => {
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.once('drain', end)
    response.once('close', end)
  })
  response.socket?.setTimeout(0)
  budget.release(bytes, user)
}
