import type { FastifyRequest } from 'fastify'
import type { Operation } from '../call/Operation.ts'
import type { Request } from '../call/Request.ts'
import { Failure } from '../failure/failure.ts'
import type { AppOptions } from './AppOptions.ts'
import { parseProvenance, refuseCrossSite, refusePrefetch } from './crossSite.ts'
import { findToken } from './findToken.ts'

/** The longest path with its query string, in characters. */
export const maxUrlLength = 8_192

/** Converts a request of the framework, after the checks that concern HTTP alone. */
export function toRequest(
  operation: Operation,
  { id: requestId, url, headers, params, body }: FastifyRequest,
  { cookie, allowedOrigins }: Pick<AppOptions, 'cookie' | 'allowedOrigins'>,
  address: string,
): Request {
  if (url.length > maxUrlLength)
    throw new Failure('invalid-parameter', `The address is longer than ${maxUrlLength} characters.`)
  if (operation.page !== undefined) refusePrefetch(parseProvenance(headers))
  if (operation.sameSite) refuseCrossSite(parseProvenance(headers), allowedOrigins)
  const { model, id, name, comment, provider, resource } = params as Readonly<Record<string, string | undefined>>
  const [key, seeAs, last] = [headers['idempotency-key'], headers['x-see-as'], headers['last-event-id']]
  const token = findToken(headers, cookie)
  const request: Writable<Request> = { operation: operation.name, requestId, address, query: splitUrl(url).query }
  if (model !== undefined) request.model = model
  if (id !== undefined) request.id = id
  if (name !== undefined) request.action = name
  if (comment !== undefined) request.comment = comment
  if (resource !== undefined) request.resource = resource
  if (operation.isScim) request.scope = 'scim'
  if (provider !== undefined) {
    request.provider = provider
    const browser = cookie.findLogin(headers.cookie)
    if (browser !== undefined) request.browser = browser
  }
  if (headers['if-match'] !== undefined) request.ifMatch = headers['if-match']
  if (typeof key === 'string') request.idempotencyKey = key
  if (headers['user-agent'] !== undefined) request.agent = headers['user-agent']
  if (operation.body !== 'none' && body instanceof Uint8Array) request.body = body
  if (token !== undefined) request.token = token
  if (seeAs !== undefined) request.seeAs = String(seeAs)
  if (last !== undefined) request.lastEventId = String(last)
  if (headers['accept-language'] !== undefined) request.acceptLanguage = headers['accept-language']
  return request
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Splits a URL at its question mark. */
export function splitUrl(url: string): { path: string; query: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}
