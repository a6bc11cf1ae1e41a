import type { LoginCall } from './Call.ts'
import { invalidBody, parseMembers } from './parseBody.ts'
import { refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** The longest username at login, in characters. */
export const maxUsernameLength = 200
/** The longest `User-Agent` that is stored, in characters; the rest is cut off. */
const maxAgentLength = 300

/** Parses a login. */
export function parseLogin({ body, query, requestId, agent, address }: Request): LoginCall {
  refuseParameters(query)
  const { username, password } = parseMembers(body, ['username', 'password'])
  const errors = new Map<string, string>()
  if (typeof username !== 'string' || username === '') errors.set('username', 'must be text')
  else if (username.length > maxUsernameLength)
    errors.set('username', `must have at most ${maxUsernameLength} characters`)
  if (typeof password !== 'string' || password === '') errors.set('password', 'must be text')
  if (errors.size > 0) throw invalidBody(Object.fromEntries(errors))
  // PostgreSQL rejects NUL and lone surrogates. No username has them, so the look-up finds no user.
  return {
    operation: 'login',
    username: toSearchable(username as string),
    password: password as string,
    requestId,
    address,
    agent: agent?.slice(0, maxAgentLength) || null,
  }
}

function toSearchable(username: string): string {
  return username.toWellFormed().replaceAll('\0', '\uFFFD')
}
