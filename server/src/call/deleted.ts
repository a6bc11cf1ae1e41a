import type { DeletedCall } from './Call.ts'
import { parsePage, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the deleted records of a model. */
export function parseDeleted({ token, model = '', query }: Request, maxLimit: number): DeletedCall {
  const parameters = parseParameters(query, ['offset', 'limit'])
  return { operation: 'deleted', token, model, ...parsePage(parameters, maxLimit) }
}
