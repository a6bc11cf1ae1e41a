import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, StreamEvent } from '../envelope/StreamEvent.ts'
import type { AppOptions } from './AppOptions.ts'
import { corsHeaders } from './crossSite.ts'
import { commonHeaders } from './headers.ts'
import { awaitReader } from './overload/awaitReader.ts'

/**
 * Sends server-sent events as they come, until the stream or the client ends. The next event is asked for when the
 * client has read most of the last one: so an event of any size arrives, and only one of them is unread.
 */
export async function sendStream(
  { events, user, close }: EventStream,
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, listedOrigins, answers }: AppOptions,
): Promise<void> {
  const headers = {
    ...commonHeaders(secure),
    ...(listedOrigins.size > 0 ? corsHeaders(request.headers.origin, listedOrigins) : {}),
    'content-type': 'text/event-stream',
    'x-request-id': request.id,
    'x-accel-buffering': 'no',
    connection: 'close',
  }
  reply.hijack()
  const { raw } = reply
  raw.once('close', close)
  raw.writeHead(200, headers)
  try {
    for await (const event of events) {
      if (raw.destroyed) break
      const isTaken = raw.write(toText(event))
      const bytes = event.held ?? event.data.length
      if (!isTaken) await awaitReader({ response: raw, bytes, user }, answers)
    }
    raw.end()
  } catch {
    // The client connects again and continues behind the last event that it got.
    raw.destroy()
  }
}

function toText({ event, id, data }: StreamEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}
