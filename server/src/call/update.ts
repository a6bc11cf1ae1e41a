import type { UpdateCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseFields, parseFlag, parseId, parseOnConflict, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses an update. */
export function parseUpdate(request: Request): UpdateCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  const parameters = parseParameters(query, ['onConflict', 'dryRun', 'fields', 'titles'])
  const { onConflict, dryRun, fields, titles } = parameters
  return {
    operation: 'update',
    token,
    requestId,
    model,
    id: parseId(id),
    sent: parseRecordBody(body),
    ...parseOnConflict(onConflict),
    ...parseIfMatch(ifMatch),
    ...parseFields(fields),
    ...parseDryRun(dryRun),
    ...(parseFlag('titles', titles) ? { titles: true } : {}),
    ...parseIdempotencyKey(request),
  }
}
