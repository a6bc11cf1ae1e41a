import type { CreateCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseFields, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a create. */
export function parseCreate(request: Request): CreateCall {
  const { token, requestId, model = '', query, body } = request
  const { dryRun, fields } = parseParameters(query, ['dryRun', 'fields'])
  return {
    operation: 'create',
    token,
    requestId,
    model,
    sent: parseRecordBody(body),
    ...parseFields(fields),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
