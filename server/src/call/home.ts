import type { HomeCall } from './AccountCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a request for the home page takes. */
export const homeTakes = takes({ query: ['recent', 'changes'] })

/** Parses a request for the home page. */
export function parseHome({ token, query }: Request): HomeCall {
  return { operation: 'home', token, ...parseParameters(query, homeTakes) }
}
