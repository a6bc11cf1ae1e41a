import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppOptions } from './AppOptions.ts'
import { corsHeaders } from './crossSite.ts'
import { standingHeaders } from './headers.ts'
import type { Reply } from './toReply.ts'

/** Sends a reply with the headers that all replies carry. */
export function send(
  { status, headers, body }: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, listedOrigins, isDraining }: AppOptions,
): FastifyReply {
  return reply
    .code(status)
    .headers({
      ...standingHeaders(secure),
      ...corsHeaders(request.headers.origin, listedOrigins),
      'x-request-id': request.id,
      ...(isDraining() ? { connection: 'close' } : {}),
      ...headers,
    })
    .send(body)
}
