import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, StreamEvent } from '../envelope/StreamEvent.ts'
import type { AppOptions } from './AppOptions.ts'
import { corsHeaders } from './crossSite.ts'
import { commonHeaders } from './headers.ts'

/** A client with more unread bytes than this is cut off. It connects again and continues behind the last event. */
const maxUnread = 1024 ** 2

/** Sends server-sent events as they come, until the stream or the client ends. */
export async function sendStream(
  { events, close }: EventStream,
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, listedOrigins }: AppOptions,
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
      raw.write(toText(event))
      if (raw.writableLength > maxUnread) raw.destroy()
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
