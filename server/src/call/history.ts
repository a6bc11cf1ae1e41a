import type { HistoryCall } from './Call.ts'
import { parseId, parsePage, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for the history of a record. */
export function parseHistory({ token, model = '', id, query }: Request, maxLimit: number): HistoryCall {
  const parameters = parseParameters(query, ['offset', 'limit'])
  return { operation: 'history', token, model, id: parseId(id), ...parsePage(parameters, maxLimit) }
}
