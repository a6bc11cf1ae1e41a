import type { FindCall, SearchCall } from './Call.ts'
import { readJson } from './readJson.ts'
import { invalid, readNameList, readPage, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

/** A find. With fields, an order or criteria it is a search in the address instead of a body. */
export function readFind({ token, model = '', query }: Request, maxLimit: number): FindCall | SearchCall {
  const parameters = readParameters(query, ['offset', 'limit', 'after', 'fields', 'sortBy', 'where', 'q', 'total'])
  const page = readPage(parameters, maxLimit)
  const { offset, after, fields, sortBy, where, q, total } = parameters
  if ([after, fields, sortBy, where, q, total].every((given) => given === undefined))
    return { operation: 'find', token, model, ...page }
  if (after !== undefined && offset !== undefined) throw invalid('Send offset or after, not both.')
  if (total !== undefined && total !== 'true' && total !== 'false')
    throw invalid('The parameter total must be true or false.')
  return {
    operation: 'search',
    token,
    model,
    request: {
      ...page,
      total: total !== 'false',
      ...(after === undefined ? {} : { after }),
      ...(fields === undefined ? {} : { fields: readNameList(fields) }),
      ...(sortBy === undefined ? {} : { sortBy: readNameList(sortBy) }),
      ...(where === undefined ? {} : { criteria: readJson(Buffer.from(where)) }),
      ...(q === undefined ? {} : { q }),
    },
  }
}
