import type { FindCall, SearchCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a find takes. */
export const findTakes = takes([
  'offset',
  'limit',
  'after',
  'fields',
  'sortBy',
  'where',
  'q',
  'total',
  'may',
  'changes',
])

/** Parses a find. With fields, an order or criteria it is a search in the query string instead of a body. */
export function parseFind({ token, model = '', query }: Request, maxLimit: number): FindCall | SearchCall {
  const parameters = parseParameters(query, findTakes, maxLimit)
  const { offset, limit, after, fields, sortBy, where, q, total, may, changes } = parameters
  const page = { offset, limit, ...(may ? { may } : {}) }
  const followed = changes ? { changes } : {}
  if ([after, fields, sortBy, where, q, total].every((given) => given === undefined))
    return { operation: 'find', token, model, ...page, ...followed }
  return {
    operation: 'search',
    token,
    model,
    ...followed,
    request: {
      ...page,
      total: total ?? true,
      ...(after === undefined ? {} : { after }),
      ...(fields ? { fields } : {}),
      ...(sortBy ? { sortBy } : {}),
      ...(where === undefined ? {} : { criteria: where }),
      ...(q === undefined ? {} : { q }),
    },
  }
}
