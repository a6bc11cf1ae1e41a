import type { UpdateCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { invalid, parseDryRun, parseFields, parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses an update. */
export function parseUpdate(request: Request): UpdateCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  const { onConflict = 'refuse', dryRun, fields } = parseParameters(query, ['onConflict', 'dryRun', 'fields'])
  if (onConflict !== 'refuse' && onConflict !== 'merge')
    throw invalid('The parameter onConflict must be refuse or merge.')
  return {
    operation: 'update',
    token,
    requestId,
    model,
    id: parseId(id),
    sent: parseRecordBody(body),
    onConflict,
    ...parseIfMatch(ifMatch),
    ...parseFields(fields),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
