import type { UpdateCall } from './Call.ts'
import { readRecordBody } from './readBody.ts'
import { readIfMatch } from './readIfMatch.ts'
import { readOnce } from './readOnce.ts'
import { invalid, readId, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readUpdate(request: Request): UpdateCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  const { onConflict = 'refuse' } = readParameters(query, ['onConflict'])
  if (onConflict !== 'refuse' && onConflict !== 'merge')
    throw invalid('The parameter onConflict must be refuse or merge.')
  return {
    operation: 'update',
    token,
    requestId,
    model,
    id: readId(id),
    sent: readRecordBody(body),
    onConflict,
    ...readIfMatch(ifMatch),
    ...readOnce(request),
  }
}
