import { Client, type Message, type Reply } from './client.ts'
import { pause } from './poll.ts'

/**
 * A client of a service that is killed while it works, or whose database is. If no answer comes, it returns one of its
 * own: a request that could not connect is not applied, and the outcome of any other is unknown.
 */
export class CutClient extends Client {
  override async exchange(method: string, path: string, message: Message = {}): Promise<Reply> {
    const reply = await super.exchange(method, path, message).catch(toReply)
    // The service is down just now: do not retry in a tight loop.
    if (reply.status === 503) await pause(20)
    return reply
  }
}

function toReply(error: unknown): Reply {
  const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
  const data = { code: 'unavailable', outcome: refused ? 'not-applied' : 'unknown' }
  return { status: 503, headers: {}, text: String(error), json: { status: -100, data } }
}
