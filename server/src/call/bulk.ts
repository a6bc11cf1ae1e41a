import type { BulkCall, UpdateMatchingCall } from './Call.ts'
import { readMembers } from './readBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { readDryRun, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readBulk(request: Request, operation: BulkCall['operation']): BulkCall {
  const { token, requestId, model = '', query, body } = request
  const { dryRun } = readParameters(query, ['dryRun'])
  const { records } = readMembers(body, ['records'])
  return { operation, token, requestId, model, records, ...readDryRun(dryRun), ...parseIdempotencyKey(request) }
}

export function readUpdateMatching(request: Request): UpdateMatchingCall {
  const { token, requestId, model = '', query, body } = request
  const { dryRun } = readParameters(query, ['dryRun'])
  const { data: criteria, values, maxAffected } = readMembers(body, ['data', 'values', 'maxAffected'])
  return {
    operation: 'updateMatching',
    token,
    requestId,
    model,
    criteria,
    values,
    maxAffected,
    ...readDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
