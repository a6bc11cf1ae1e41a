import type { FindCall, SearchCall } from './Call.ts'
import { parseJson } from './parseJson.ts'
import { invalid, parseMay, parseNameList, parsePage, parseParameters, parseWithChanges } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a find. With fields, an order or criteria it is a search in the query string instead of a body. */
export function parseFind({ token, model = '', query }: Request, maxLimit: number): FindCall | SearchCall {
  const parameters = parseParameters(query, [
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
  const page = parsePage(parameters, maxLimit)
  const { offset, after, fields, sortBy, where, q, total } = parameters
  if ([after, fields, sortBy, where, q, total].every((given) => given === undefined))
    return {
      operation: 'find',
      token,
      model,
      ...page,
      ...parseMay(parameters.may),
      ...parseWithChanges(parameters.changes),
    }
  if (after !== undefined && offset !== undefined) throw invalid('Send offset or after, not both.')
  if (total !== undefined && total !== 'true' && total !== 'false')
    throw invalid('The parameter total must be true or false.')
  return {
    operation: 'search',
    token,
    model,
    ...parseWithChanges(parameters.changes),
    request: {
      ...page,
      total: total !== 'false',
      ...parseMay(parameters.may),
      ...(after === undefined ? {} : { after }),
      ...(fields === undefined ? {} : { fields: parseNameList(fields) }),
      ...(sortBy === undefined ? {} : { sortBy: parseNameList(sortBy) }),
      ...(where === undefined ? {} : { criteria: parseJson(Buffer.from(where)) }),
      ...(q === undefined ? {} : { q }),
    },
  }
}
