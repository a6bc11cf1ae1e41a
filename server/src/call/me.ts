import type { MeCall } from './Call.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the caller's own account. */
export function parseMe({ token, query }: Request): MeCall {
  parseParameters(query, [])
  return { operation: 'me', token }
}
