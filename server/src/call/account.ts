import type { EndSessionsCall, PasswordCall } from './Call.ts'
import { invalidBody, readMembers } from './readBody.ts'
import { readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

const longestPassword = 1_024

/** `{"old": "…", "new": "…"}`. */
export function readPasswordChange({ token, body, query, requestId, address }: Request): PasswordCall {
  readParameters(query, [])
  const sent = readMembers(body, ['old', 'new'])
  const errors = new Map<string, string>()
  const [password, newPassword] = ['old', 'new'].map((member) => {
    const value = sent[member]
    if (typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= longestPassword) return value
    errors.set(member, `must be text of at most ${longestPassword} bytes`)
    return ''
  })
  if (errors.size > 0) throw invalidBody(Object.fromEntries(errors))
  return { operation: 'password', token, requestId, address, password: password ?? '', newPassword: newPassword ?? '' }
}

/** `{"user": 5, "current": true}`, both optional. */
export function readEndSessions({ token, body, query, requestId }: Request): EndSessionsCall {
  readParameters(query, [])
  const { user, current = false } = readMembers(body, ['user', 'current'])
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
