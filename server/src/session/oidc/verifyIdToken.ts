import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LoginRefused } from './LoginRefused.ts'

/** The claims of an ID token whose signature, issuer and audience are right. */
export interface Claims {
  readonly subject: string
  /** The session at the provider; absent if it has none. */
  readonly sid?: string
  /** When the person logged in at the provider, in seconds since 1970. */
  readonly authTime?: number
  readonly all: Readonly<Record<string, unknown>>
  /** The token itself. */
  readonly token: string
}

/** What is checked of every token of a provider. */
export interface TokenChecks {
  readonly issuer: string
  readonly clientId: string
  readonly algorithms: readonly string[]
  /** By the clock of the database. */
  readonly now: Date
  /** In seconds. */
  readonly tolerance: number
}

/** The most characters of a subject and of a session at a provider (OpenID Connect Core, 2). */
const maxLength = 255

/**
 * Checks an ID token. openid-client does not check the signature of a token that comes from the token endpoint: here
 * the one key set of the provider does, which is read again when keys change.
 */
export async function verifyIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, algorithms, nonce, now, tolerance }: TokenChecks & { readonly nonce: string },
): Promise<Claims> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: [...algorithms],
    clockTolerance: tolerance,
    currentDate: now,
    requiredClaims: ['sub', 'exp', 'iat'],
  })
  const { sub, sid, azp, aud, auth_time: authTime, nonce: given } = payload
  const isForUs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === clientId
  if (given !== nonce || !isForUs) throw new LoginRefused('invalid-token', 'nonce or azp')
  if (!isStorable(sub)) throw new LoginRefused('invalid-token', 'sub')
  return {
    subject: sub,
    ...(isStorable(sid) ? { sid } : {}),
    ...(typeof authTime === 'number' ? { authTime } : {}),
    all: payload,
    token,
  }
}

/** Whether a subject or a session can be stored and found again. */
export function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength && !value.includes('\0')
}
