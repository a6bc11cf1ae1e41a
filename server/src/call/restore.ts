import type { RestoreCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseFields, parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a restore. */
export function parseRestore(request: Request): RestoreCall {
  const { token, requestId, model = '', id, query, body } = request
  const { dryRun, fields } = parseParameters(query, ['dryRun', 'fields'])
  const sent = parseRecordBody(body)
  return {
    operation: 'restore',
    token,
    requestId,
    model,
    id: parseId(id),
    sent,
    ...parseFields(fields),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
