import type { IncomingHttpHeaders } from 'node:http'
import type { SessionCookie } from './cookie.ts'

const scheme = 'bearer'

/**
 * The API key or the session token that a request carries; undefined if it carries neither. A request with
 * `Authorization: Bearer` is one of a program: the cookie does not count then, even if the key is malformed.
 */
export function findToken(headers: IncomingHttpHeaders, cookie: SessionCookie): string | undefined {
  return findBearer(headers.authorization) ?? cookie.find(headers.cookie)
}

/** The API key, or an empty text if what is sent in its place cannot be one. No regular expression: they backtrack. */
function findBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, scheme.length).toLowerCase() !== scheme) return undefined
  const rest = header.slice(scheme.length)
  if (rest !== '' && rest[0] !== ' ' && rest[0] !== '\t') return undefined
  const key = rest.trim()
  return key.startsWith('tab_') ? key : ''
}
