import type { UpdateCall } from './Call.ts'
import { readRecordBody } from './readBody.ts'
import { readIfMatch } from './readIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { invalid, readId, readDryRun, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readUpdate(request: Request): UpdateCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  const { onConflict = 'refuse', dryRun } = readParameters(query, ['onConflict', 'dryRun'])
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
    ...readDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
