import type { FindCall, SearchCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import { toSearchRequest } from './search.ts'

/** What a find takes. */
export const findTakes = takes({
  query: ['offset', 'limit', 'after', 'fields', 'sortBy', 'where', 'q', 'total', 'archived', 'may', 'changes'],
})

/** Parses a find. With fields, an order or criteria it is a search in the query string instead of a body. */
export function parseFind({ token, model = '', query }: Request, maxLimit: number): FindCall | SearchCall {
  const parameters = parseParameters(query, findTakes, maxLimit)
  const { offset, limit, after, fields, sortBy, where, q, total, archived, may, changes } = parameters
  const followed = changes ? { changes } : {}
  if ([after, fields, sortBy, where, q, total, archived].every((given) => given === undefined))
    return { operation: 'find', token, model, offset, limit, ...(may ? { may } : {}), ...followed }
  return { operation: 'search', token, model, ...followed, request: toSearchRequest(parameters, where, may) }
}
