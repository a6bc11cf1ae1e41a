import type { FastifyRequest } from 'fastify'
import type { Operation, Request } from '../call/Request.ts'
import { Failure } from '../failure.ts'
import type { SessionCookie } from './cookie.ts'
import { refuseCrossSite } from './crossSite.ts'

export const longestUrl = 8_192

/** Takes a request apart, after the checks that concern HTTP alone. */
export function toRequest(
  operation: Operation,
  { id: requestId, url, method, headers, params, body }: FastifyRequest,
  cookie: SessionCookie,
  allowedOrigins: ReadonlySet<string>,
): Request {
  if (url.length > longestUrl)
    throw new Failure('invalid-parameter', `The address is longer than ${longestUrl} characters.`)
  const { path, query } = splitUrl(url)
  const site = headers['sec-fetch-site']
  refuseCrossSite({ method, path, origin: headers.origin, site: Array.isArray(site) ? site[0] : site }, allowedOrigins)
  const { model, id } = params as { model?: string; id?: string }
  const key = headers['idempotency-key']
  const token = cookie.find(headers.cookie)
  return {
    operation,
    requestId,
    query,
    ...(model === undefined ? {} : { model }),
    ...(id === undefined ? {} : { id }),
    ...(headers['if-match'] === undefined ? {} : { ifMatch: headers['if-match'] }),
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    ...(body instanceof Uint8Array ? { body } : {}),
    ...(token === undefined ? {} : { token }),
  }
}

export function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}
