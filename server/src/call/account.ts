import type { EndSessionsCall, PasswordCall } from './AccountCall.ts'
import { invalidBody, parseMembers } from './parseBody.ts'
import { invalid, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

const maxPasswordBytes = 1_024

/** Parses a change of password: `{"old": "…", "new": "…"}`. */
export function parsePasswordChange(request: Request): PasswordCall {
  const { token, body, query, requestId, address } = request
  refuseParameters(query)
  refuseKey(request)
  const sent = parseMembers(body, ['old', 'new'])
  const errors = new Map<string, string>()
  const [password, newPassword] = ['old', 'new'].map((member) => {
    const value = sent[member]
    if (typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= maxPasswordBytes) return value
    errors.set(member, `must be text of at most ${maxPasswordBytes} bytes`)
    return ''
  })
  if (errors.size > 0) throw invalidBody(Object.fromEntries(errors))
  return { operation: 'password', token, requestId, address, password: password ?? '', newPassword: newPassword ?? '' }
}

/** Parses which sessions to end: `{"user": 5, "current": true}`, both optional. */
export function parseEndSessions(request: Request): EndSessionsCall {
  const { token, body, query, requestId } = request
  refuseParameters(query)
  refuseKey(request)
  const { user, current = false } = parseMembers(body, ['user', 'current'])
  const errors = new Map<string, string>()
  if (user !== undefined && (typeof user !== 'number' || !Number.isSafeInteger(user) || user < 1))
    errors.set('user', 'must be the id of a user')
  if (typeof current !== 'boolean') errors.set('current', 'must be true or false')
  if (errors.size > 0) throw invalidBody(Object.fromEntries(errors))
  return {
    operation: 'endSessions',
    token,
    requestId,
    current: current === true,
    ...(typeof user === 'number' ? { user } : {}),
  }
}

/** Refuses an idempotency key: the client would believe that a retry is safe because of it. */
function refuseKey({ idempotencyKey }: Request): void {
  if (idempotencyKey !== undefined)
    throw invalid('Idempotency-Key is for writes of records. Send this request without it: repeating it does no harm.')
}
