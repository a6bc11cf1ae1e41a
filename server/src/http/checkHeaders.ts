import type { FastifyRequest } from 'fastify'
import type { Operation } from '../call/Operation.ts'
import { Failure, sessionRequired } from '../failure/failure.ts'
import type { AppOptions } from './AppOptions.ts'
import { parseProvenance, refuseCrossSite } from './crossSite.ts'
import { findToken } from './findToken.ts'

/**
 * Refuses a request by its headers alone, before its body is read, so that the bodies of unknown clients take no
 * memory. Here a session or key must be present; whether it is valid is checked later.
 */
export function checkHeaders(
  operation: Operation,
  { headers }: FastifyRequest,
  { cookie, allowedOrigins }: Pick<AppOptions, 'cookie' | 'allowedOrigins'>,
): void {
  if (operation.sameSite) refuseCrossSite(parseProvenance(headers), allowedOrigins)
  const token = findToken(headers, cookie)
  if (!operation.isPublic && !operation.isOptional && !token) throw sessionRequired(token)
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw new Failure('unsupported-media-type', 'The body must not be compressed: send it without Content-Encoding.')
}
