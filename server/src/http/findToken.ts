import type { IncomingHttpHeaders } from 'node:http'
import { isAccessToken } from '../request/isAccessToken.ts'
import type { SessionCookie } from './cookie.ts'

const scheme = 'bearer'

/**
 * The API key, access token or session token of a request; undefined if it has none. A request with `Authorization:
 * Bearer` comes from a program: then the cookie is ignored, even if the key is malformed.
 */
export function findToken(headers: IncomingHttpHeaders, cookie: SessionCookie): string | undefined {
  return findBearer(headers.authorization) ?? cookie.find(headers.cookie)
}

/**
 * The API key or access token, or an empty text if it is malformed. This uses no regular expression, since those can
 * backtrack.
 */
function findBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  const rest = header.slice(scheme.length)
  if (rest !== '' && rest[0] !== ' ' && rest[0] !== '\t') return undefined
  const key = rest.trim()
  // Spaces separate the scheme from the key (RFC 9110, 11.4); a tab does not.
  if (rest.slice(0, rest.indexOf(key)).includes('\t')) return ''
  return key.startsWith('tab_') || isAccessToken(key) ? key : ''
}
