import type { RestoreCall } from './Call.ts'
import { readRecordBody } from './readBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { readId, readDryRun, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readRestore(request: Request): RestoreCall {
  const { token, requestId, model = '', id, query, body } = request
  const { dryRun } = readParameters(query, ['dryRun'])
  const sent = readRecordBody(body)
  return {
    operation: 'restore',
    token,
    requestId,
    model,
    id: readId(id),
    sent,
    ...readDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
