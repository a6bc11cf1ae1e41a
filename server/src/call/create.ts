import type { CreateCall } from './Call.ts'
import { readRecordBody } from './readBody.ts'
import { readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readCreate({ token, model = '', query, body }: Request): CreateCall {
  readParameters(query, [])
  return { operation: 'create', token, model, sent: readRecordBody(body) }
}
