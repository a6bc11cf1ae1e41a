import type { IncomingHttpHeaders } from 'node:http'
import { Failure } from '../failure/failure.ts'

/** Where a request comes from, by the headers of browsers that pages cannot forge. */
export interface Provenance {
  readonly origin: string | undefined
  readonly site: string | undefined
  /** The headers by which a browser marks a request as prefetch, before the user has followed the link. */
  readonly purpose: string
}

/**
 * Refuses writes that another site made a browser send together with the session cookie. The client needs no token: a
 * request without these headers is not from a browser. `origins` are those of this service and those that the operator
 * listed.
 */
export function refuseCrossSite(provenance: Provenance, origins: ReadonlySet<string>): void {
  refusePrefetch(provenance)
  const { origin, site } = provenance
  if (origin !== undefined && origins.has(origin)) return
  if (origin !== undefined || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw new Failure(
      'cross-origin',
      'A page of another site sent this request. If that site is yours, ask the operator to add it to the allowed ' +
        'origins.',
    )
}

/** Refuses what a browser sent before anybody asked for it. */
export function refusePrefetch({ purpose }: Provenance): void {
  if (/prefetch|prerender|preview/i.test(purpose))
    throw new Failure('cross-origin', 'A browser sent this request ahead of time. Send it when the user asks for it.')
}

/** Parses where a request comes from. */
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

/** The headers of the answer to a preflight request. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'content-type, idempotency-key, if-match, if-none-match, x-request-id, x-see-as',
    'access-control-max-age': '600',
  }
}
