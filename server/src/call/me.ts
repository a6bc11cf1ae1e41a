import type { MeCall } from './AccountCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a request for the caller's own account takes. */
export const meTakes = takes({ query: ['quiet', 'optional'] })

/** Parses a request for the caller's own account. */
export function parseMe({ token, query }: Request): MeCall {
  return { operation: 'me', token, ...parseParameters(query, meTakes) }
}
