import type { SearchAllCall } from './AccountCall.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a search over all models takes. */
export const searchAllTakes = takes({ query: ['words'] })

/** Parses a search over all models. */
export function parseSearchAll({ token, query }: Request): SearchAllCall {
  return { operation: 'searchAll', token, ...parseParameters(query, searchAllTakes) }
}
