import type { CreateCall } from './Call.ts'
import { readRecordBody } from './readBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { readDryRun, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readCreate(request: Request): CreateCall {
  const { token, requestId, model = '', query, body } = request
  const { dryRun } = readParameters(query, ['dryRun'])
  return {
    operation: 'create',
    token,
    requestId,
    model,
    sent: readRecordBody(body),
    ...readDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
