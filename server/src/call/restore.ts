import type { RestoreCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseDryRun, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a restore. */
export function parseRestore(request: Request): RestoreCall {
  const { token, requestId, model = '', id, query, body } = request
  const { dryRun } = parseParameters(query, ['dryRun'])
  const sent = parseRecordBody(body)
  return {
    operation: 'restore',
    token,
    requestId,
    model,
    id: parseId(id),
    sent,
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
