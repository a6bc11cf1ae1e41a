import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LoginRefused } from './LoginRefused.ts'
import { maxLogoutAge } from './tokenTimes.ts'
import { isStorable, type TokenChecks } from './verifyIdToken.ts'

/** What has ended at a provider: one session, or all of a person. */
export interface LogoutClaims {
  /** The id of the token, which counts once. */
  readonly id: string
  readonly sid: string | null
  readonly subject: string | null
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). An ID token is none: it has no such event. */
export async function verifyLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, algorithms, now, tolerance }: TokenChecks,
): Promise<LogoutClaims> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: [...algorithms],
    clockTolerance: tolerance,
    currentDate: now,
    maxTokenAge: maxLogoutAge,
    requiredClaims: ['iat', 'jti'],
  })
  const { jti, sid, sub, events, nonce } = payload
  const { typ } = protectedHeader
  if (typ !== undefined && !/^(application\/)?logout\+jwt$/i.test(typ)) throw refused('typ')
  if (!isObject(events) || !isObject(events[event])) throw refused('events')
  if (nonce !== undefined) throw refused('nonce')
  if (!isStorable(jti)) throw refused('jti')
  if (sid === undefined && sub === undefined) throw refused('sid and sub')
  if ((sid !== undefined && !isStorable(sid)) || (sub !== undefined && !isStorable(sub))) throw refused('sid or sub')
  return { id: jti, sid: sid ?? null, subject: sub ?? null }
}

function refused(claim: string): LoginRefused {
  return new LoginRefused('invalid-token', claim)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
