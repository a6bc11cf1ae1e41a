import type { SearchAllCall } from './AccountCall.ts'
import { parseParameters, invalid } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a search over all models. */
export function parseSearchAll({ token, query }: Request): SearchAllCall {
  const { q = '' } = parseParameters(query, ['q'])
  if (q.trim() === '') throw invalid('The parameter q must have the words to find, such as q=ada.')
  return { operation: 'searchAll', token, q }
}
