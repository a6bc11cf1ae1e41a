import type { UpdateCall } from './Call.ts'
import { readIfMatch } from './readIfMatch.ts'
import { readRecordBody } from './readBody.ts'
import { readId, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readUpdate({ token, model = '', id, query, body, ifMatch }: Request): UpdateCall {
  readParameters(query, [])
  return { operation: 'update', token, model, id: readId(id), sent: readRecordBody(body), ...readIfMatch(ifMatch) }
}
