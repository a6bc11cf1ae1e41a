import type { ReadCall } from './Call.ts'
import { readId, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readRead({ token, model = '', id, query }: Request): ReadCall {
  readParameters(query, [])
  return { operation: 'read', token, model, id: readId(id) }
}
