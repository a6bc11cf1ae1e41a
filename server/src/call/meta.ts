import type { MetaCall } from './Call.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for models or fields. */
export function parseMeta({ token, model = '', query }: Request, operation: MetaCall['operation']): MetaCall {
  parseParameters(query, [])
  return operation === 'models' ? { operation, token } : { operation, token, model }
}
