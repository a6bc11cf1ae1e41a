import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '../failure.ts'

/** Where a request comes from, as a browser tells by headers that pages cannot forge. */
export interface Provenance {
  readonly origin: string | undefined
  readonly site: string | undefined
  /** What a browser says where it sends something ahead of time, before anybody has asked for it. */
  readonly purpose: string
}

/**
 * Refuses changes that another site made a browser send, the session cookie included. Needs no token from the client: a
 * request without these headers is not a browser's. `origins` are ours and those that the operator listed.
 */
export function refuseCrossSite({ origin, site, purpose }: Provenance, origins: ReadonlySet<string>): void {
  if (/prefetch|prerender|preview/i.test(purpose))
    throw new Failure('cross-origin', 'A browser sent this ahead of time: nothing is done before somebody asks for it.')
  if (origin !== undefined && origins.has(origin)) return
  if (origin !== undefined || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure(
      'cross-origin',
      'This came from a page of another site. If that site is yours, let the operator add it to the allowed origins.',
    )
}

export function parseProvenance(headers: IncomingHttpHeaders): Provenance {
  const purposes = [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']]
  const site = headers['sec-fetch-site']
  return { origin: headers.origin, site: site === undefined ? undefined : String(site), purpose: purposes.join() }
}

/** The headers that let a page of a listed origin read the answer; none for any other page. */
export function corsHeaders(origin: string | undefined, listed: ReadonlySet<string>): Record<string, string> {
  if (listed.size === 0) return {}
  if (origin === undefined || !listed.has(origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'etag, idempotent-replayed, x-request-id, retry-after',
  }
}

/** The answer to a browser that asks beforehand. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'content-type, idempotency-key, if-match, if-none-match, x-request-id',
    'access-control-max-age': '600',
  }
}
