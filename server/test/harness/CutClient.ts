import { Client, type Message, type Reply } from './client.ts'
import { pause } from './poll.ts'

/**
 * A client of a service that is killed while it works, or whose database is. Where no answer comes, it says what it
 * knows in the form of an answer: what was never let in is not applied, and of everything else the outcome is unknown.
 */
export class CutClient extends Client {
  override async exchange(method: string, path: string, message: Message = {}): Promise<Reply> {
    const reply = await super.exchange(method, path, message).catch(toReply)
    // Nobody can do anything just now: do not ask in a circle.
    if (reply.status === 503) await pause(20)
    return reply
  }
}

function toReply(error: unknown): Reply {
  const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  const data = { code: 'unavailable', outcome: refused ? 'not-applied' : 'unknown' }
  return { status: 503, headers: {}, text: String(error), json: { status: -100, data } }
}
