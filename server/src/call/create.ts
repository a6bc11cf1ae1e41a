import type { CreateCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a create. */
export function parseCreate(request: Request): CreateCall {
  const { token, requestId, model = '', query, body } = request
  const { dryRun } = parseParameters(query, ['dryRun'])
  return {
    operation: 'create',
    token,
    requestId,
    model,
    sent: parseRecordBody(body),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
