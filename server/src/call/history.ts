import type { HistoryCall } from './Call.ts'
import { readId, readPage, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readHistory({ token, model = '', id, query }: Request, maxLimit: number): HistoryCall {
  const parameters = readParameters(query, ['offset', 'limit'])
  return { operation: 'history', token, model, id: readId(id), ...readPage(parameters, maxLimit) }
}
