import { hash } from 'node:crypto'
import type { Envelope } from '../envelope/Envelope.ts'
import { toFailureText } from '../envelope/failed.ts'
import { Failure } from '../failure/failure.ts'
import type { Code } from '../failure/failureCodes.ts'
import type { SessionCookie } from './cookie.ts'
import { describeError } from './describeError.ts'

/** An answer in terms of HTTP. */
export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
  /** The type of the body; JSON if absent. */
  readonly type?: string
  /** The cookies that it sets. */
  readonly cookies?: readonly string[]
}

/** The HTTP status of every code: a new code without a status does not compile. */
export const httpStatusOf: Record<Code, number> = {
  'malformed-json': 400,
  'invalid-parameter': 400,
  'invalid-record': 400,
  'version-required': 400,
  'id-mismatch': 400,
  'link-invalid': 400,
  'wrong-credentials': 401,
  'factor-required': 401,
  'login-refused': 403,
  'session-required': 401,
  'cross-origin': 403,
  'not-permitted': 403,
  'confirmation-required': 403,
  'unknown-path': 404,
  'unknown-model': 404,
  'unknown-action': 404,
  'record-not-found': 404,
  'version-not-found': 404,
  'method-not-allowed': 405,
  'version-conflict': 409,
  'not-unique': 409,
  overlaps: 409,
  'limit-reached': 409,
  'still-referenced': 409,
  'key-in-use': 409,
  'too-many-affected': 409,
  'not-undoable': 409,
  'changes-gone': 410,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'key-reused': 422,
  refused: 422,
  'too-many-attempts': 429,
  unavailable: 503,
  internal: 500,
}

/** The reply of a success. What the client already has (`If-None-Match`) is not sent again. */
export function toReply(
  { text, version, digest, session, replayed, byLanguage, redirect }: Envelope,
  ifNoneMatch: string | undefined,
  cookie: SessionCookie,
): Reply {
  const headers: Record<string, string> = {}
  if (redirect) return toRedirect(redirect, session, cookie)
  if (session !== undefined) headers['set-cookie'] = cookie.toHeader(session)
  if (replayed) headers['idempotent-replayed'] = 'true'
  if (byLanguage) headers.vary = 'Accept-Language'
  if (version !== undefined || digest !== undefined) {
    const etag = version === undefined ? `"${digest}"` : toEtag(version, text)
    headers.etag = etag
    if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return { status: 304, headers, body: '' }
  }
  return { status: 200, headers, body: text }
}

/** Leads a browser elsewhere. It has no body: nobody reads it. */
function toRedirect(
  { location, login }: NonNullable<Envelope['redirect']>,
  session: string | null | undefined,
  cookie: SessionCookie,
): Reply {
  const cookies = [
    ...(session === undefined ? [] : [cookie.toHeader(session)]),
    ...(login === undefined ? [] : [cookie.toLoginHeader(login)]),
  ]
  return { status: 303, headers: { location }, body: '', cookies }
}

/** The reply of a failure. */
export function toFailureReply(failure: Failure, requestId: string, challenge = 'Bearer'): Reply {
  const { retryAfter, allow } = failure.details
  const headers: Record<string, string> = {}
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  if (allow) headers.allow = allow.join(', ')
  const status = httpStatusOf[failure.code]
  if (status === 401) headers['www-authenticate'] = challenge
  return { status, headers, body: toFailureText(failure, requestId) }
}

/**
 * The failure for any error. An error that is not a Failure is a bug: the client learns only the request id, unless
 * errors are explained because the application is being developed.
 */
export function asFailure(error: unknown, explainErrors = false): Failure {
  if (error instanceof Failure) return error
  return new Failure('internal', 'An internal error occurred. Give the request id to the operator.', {
    cause: error,
    ...(explainErrors ? { data: { reason: describeError(error) } } : {}),
  })
}

/**
 * The version, so that `If-Match` can be checked, and a digest of the text: an answer also shows titles of other
 * records, which can change without a new version of this one.
 */
function toEtag(version: number, text: string): string {
  return `"${version}-${hash('sha1', text, 'base64url').slice(0, 11)}"`
}

function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
