import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { AccessTokenOptions } from '../../model/signIn/signIn.ts'
import { LoginRefused } from './LoginRefused.ts'
import { maxTokenLife } from './tokenTimes.ts'
import { isStorable, type TokenChecks } from './verifyIdToken.ts'

/** The claims of an access token that is right. */
export interface AccessClaims {
  readonly subject: string
  /** The session at the provider; null if the token names none. */
  readonly sid: string | null
  /** The program that it was made for. */
  readonly client: string
  /** The names of the only roles that count for the client; null: all of the user. */
  readonly roles: readonly string[] | null
  /** When the person logged in or, if that is not known, the token was made, in seconds since 1970. */
  readonly authTime: number
  /** In seconds since 1970. */
  readonly expiresOn: number
}

/** Checks an access token (RFC 9068). Its type keeps ID and logout tokens out, which anybody's client gets. */
export async function verifyAccessToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, algorithms, now, tolerance }: Omit<TokenChecks, 'clientId'>,
  { audience, clients }: AccessTokenOptions,
): Promise<AccessClaims> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience,
    typ: 'at+jwt',
    algorithms: [...algorithms],
    clockTolerance: tolerance,
    currentDate: now,
    requiredClaims: ['sub', 'exp', 'iat', 'client_id'],
  })
  const { sub, sid, exp = 0, iat = 0, auth_time: authTime, client_id: client } = payload
  if (!isStorable(sub)) throw refused('sub')
  if (sid !== undefined && !isStorable(sid)) throw refused('sid')
  if (!isStorable(client)) throw refused('client_id')
  if (exp > iat + maxTokenLife) throw refused('exp')
  const limits = clients?.get(client)
  if (clients && !limits) throw refused(`client ${client}`)
  return {
    subject: sub,
    sid: sid ?? null,
    client,
    roles: limits?.roles ?? null,
    authTime: typeof authTime === 'number' && authTime <= iat && authTime > 0 ? authTime : iat,
    expiresOn: exp,
  }
}

function refused(claim: string): LoginRefused {
  return new LoginRefused('invalid-token', claim)
}
