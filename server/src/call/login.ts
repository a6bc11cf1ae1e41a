import type { LoginCall } from './Call.ts'
import { invalidBody, parseMembers } from './parseBody.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Characters of a username at login. */
export const maxUsernameLength = 200
/** Of what a client calls itself, the rest is left out. */
const longestAgent = 300

export function parseLogin({ body, query, requestId, agent, address }: Request): LoginCall {
  parseParameters(query, [])
  const { username, password } = parseMembers(body, ['username', 'password'])
  const errors = new Map<string, string>()
  if (typeof username !== 'string' || username === '') errors.set('username', 'must be text')
  else if (username.length > maxUsernameLength)
    errors.set('username', `must have at most ${maxUsernameLength} characters`)
  if (typeof password !== 'string' || password === '') errors.set('password', 'must be text')
  if (errors.size > 0) throw invalidBody(Object.fromEntries(errors))
  // PostgreSQL takes no NUL and no half surrogate; no username has them, so the look-up finds none.
  return {
    operation: 'login',
    username: toSearchable(username as string),
    password: password as string,
    requestId,
    address,
    agent: agent?.slice(0, longestAgent) || null,
  }
}

function toSearchable(username: string): string {
  return username.toWellFormed().replaceAll('\0', '\uFFFD')
}
