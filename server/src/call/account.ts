import type { ChangeMeCall, ConfirmCall, EndSessionsCall, PasswordCall } from './AccountCall.ts'
import { takes } from './parameter/takes.ts'
import { invalidBody, parseBody } from './parseBody.ts'
import { refuseParameters } from './parseParameters.ts'
import { refuseKey } from './refuseKey.ts'
import type { Request } from './Request.ts'

/** What a change of password takes. */
export const passwordTakes = takes({ body: ['oldPassword', 'newPassword'] })

/** What a confirmation takes. */
export const confirmTakes = takes({ body: ['provenPassword', 'totp'] })

/** What the end of sessions takes. */
export const endSessionsTakes = takes({ body: ['userId', 'current'] })

/** What a change of the caller's own account takes. */
export const changeMeTakes = takes({ body: ['language', 'timeZone'] })

/** Parses a change of password: `{"old": "…", "new": "…"}`. */
export function parsePasswordChange(request: Request): PasswordCall {
  const { token, body, query, requestId, address } = request
  refuseParameters(query)
  refuseKey(request)
  const { old, new: newPassword } = parseBody(body, passwordTakes)
  return { operation: 'password', token, requestId, address, password: old, newPassword }
}

/** Parses a confirmation: `{"password": "…"}` or `{"totp": "123456"}`. */
export function parseConfirm(request: Request): ConfirmCall {
  const { token, body, query, requestId, address } = request
  refuseParameters(query)
  refuseKey(request)
  const { password, totp } = parseBody(body, confirmTakes)
  if (password !== undefined && totp !== undefined) throw invalidBody({ totp: 'cannot be sent with password' })
  const proof = password !== undefined ? { password } : totp !== undefined ? { totp } : undefined
  if (!proof) throw invalidBody({ password: 'is required, unless there is a totp' })
  return { operation: 'confirm', token, requestId, address, proof }
}

/** Parses which sessions to end: `{"user": 5, "current": true}`, both optional. */
export function parseEndSessions(request: Request): EndSessionsCall {
  const { token, body, query, requestId } = request
  refuseParameters(query)
  refuseKey(request)
  return { operation: 'endSessions', token, requestId, ...parseBody(body, endSessionsTakes) }
}

/** Parses a change of the caller's own account: `{"language": "de", "timeZone": "Europe/Paris"}`, both optional. */
export function parseChangeMe(request: Request): ChangeMeCall {
  const { token, body, query, requestId } = request
  refuseParameters(query)
  refuseKey(request)
  return { operation: 'changeMe', token, requestId, ...parseBody(body, changeMeTakes) }
}
