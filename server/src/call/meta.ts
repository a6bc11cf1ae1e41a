import type { MetaCall } from './Call.ts'
import { readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readMeta({ token, model = '', query }: Request, operation: MetaCall['operation']): MetaCall {
  readParameters(query, [])
  return operation === 'models' ? { operation, token } : { operation, token, model }
}
