import type { FindCall } from './Call.ts'
import { readPage, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readFind({ token, model = '', query }: Request, maxLimit: number): FindCall {
  return { operation: 'find', token, model, ...readPage(readParameters(query, ['offset', 'limit']), maxLimit) }
}
