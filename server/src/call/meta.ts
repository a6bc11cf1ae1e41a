import type { MetaCall } from './Call.ts'
import { parseFlag, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a request for models, fields or actions. */
export function parseMeta({ token, model = '', query }: Request, operation: MetaCall['operation']): MetaCall {
  if (operation === 'models') {
    const { detail } = parseParameters(query, ['detail'])
    return { operation, token, detail: parseFlag('detail', detail) }
  }
  parseParameters(query, [])
  return operation === 'actions' ? { operation, token } : { operation, token, model }
}
