import type { MetaCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseParameters, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a request for models takes. */
export const modelsTakes = takes(['detail'], ['If-None-Match'])

/** Parses a request for models, fields or actions. */
export function parseMeta({ token, model = '', query }: Request, operation: MetaCall['operation']): MetaCall {
  if (operation === 'models') return { operation, token, ...parseParameters(query, modelsTakes) }
  refuseParameters(query)
  return operation === 'actions' ? { operation, token } : { operation, token, model }
}
