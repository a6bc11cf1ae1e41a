import type { LoginCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseBody } from './parseBody.ts'
import { refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** The longest `User-Agent` that is stored, in characters; the rest is cut off. */
export const maxAgentLength = 300

/** What a login takes. */
export const loginTakes = takes({ body: ['username', 'password', 'totp'] })

/** Parses a login. */
export function parseLogin({ body, query, requestId, agent, address }: Request): LoginCall {
  refuseParameters(query)
  const { username, password, totp } = parseBody(body, loginTakes)
  // PostgreSQL rejects NUL and lone surrogates. No username has them, so the look-up finds no user.
  return {
    operation: 'login',
    username: toSearchable(username),
    password,
    totp,
    requestId,
    address,
    agent: agent?.slice(0, maxAgentLength) || null,
  }
}

function toSearchable(username: string): string {
  return username.toWellFormed().replaceAll('\0', '\uFFFD')
}
