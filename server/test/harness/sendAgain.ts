import { expect } from 'vitest'
import type { Reply } from './client.ts'

/**
 * Sends a write, and once more if it waited for others for too long, as its answer says: it was not applied.
 * PostgreSQL's timeouts end early when the clock of the machine is set.
 */
export async function sendAgain(write: () => Promise<Reply>): Promise<Reply> {
  const reply = await write()
  if (reply.status !== 503) return reply
  expect(reply.json?.data).toMatchObject({ outcome: 'not-applied' })
  return write()
}
