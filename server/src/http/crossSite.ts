import { Failure } from '../failure.ts'

/** The headers by which a browser tells where a request comes from. */
export interface Provenance {
  readonly method: string
  readonly path: string
  readonly origin?: string | undefined
  readonly site?: string | undefined
}

/**
 * Refuses changes that another site made a browser send, the session cookie included. Needs no token from the client: a
 * request without these headers is not a browser's. `origins` are ours and those that the operator listed.
 */
export function refuseCrossSite({ method, path, origin, site }: Provenance, origins: ReadonlySet<string>): void {
  if (!changesSomething(method, path)) return
  if (origin !== undefined && origins.has(origin)) return
  if (origin !== undefined || site === 'cross-site' || site === 'same-site')
    throw new Failure(
      'cross-origin',
      'This came from a page of another site. If that site is yours, let the operator add it to the allowed origins.',
    )
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

function changesSomething(method: string, path: string): boolean {
  return (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') || path === '/logout'
}
