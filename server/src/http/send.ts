import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppOptions } from './AppOptions.ts'
import { corsHeaders } from './crossSite.ts'
import { commonHeaderList } from './headers.ts'
import type { Reply } from './toReply.ts'

/** Sends a reply with the common headers, as a flat list: the form that costs Node the least. */
export function send(
  { status, headers, body, type, cookies = [] }: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
  { secure, listedOrigins, isDraining }: AppOptions,
  bytes = Buffer.byteLength(body),
): FastifyReply {
  const list = [...commonHeaderList(secure), 'x-request-id', request.id]
  if (type !== undefined) list[list.indexOf('content-type') + 1] = type
  // What has no body has no type: an answer that was not sent again, a redirect, an empty one for a provider.
  if (body === '') list.splice(list.indexOf('content-type'), 2)
  if (status !== 304 && status !== 204) list.push('content-length', String(bytes))
  addTo(list, headers)
  for (const cookie of cookies) list.push('set-cookie', cookie)
  if (listedOrigins.size > 0) addTo(list, corsHeaders(request.headers.origin, listedOrigins))
  // The framework sets this header if it did not read the whole body.
  if (isDraining() || reply.hasHeader('connection')) list.push('connection', 'close')
  reply.hijack()
  reply.raw.writeHead(status, list)
  reply.raw.end(body)
  return reply
}

function addTo(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
}
