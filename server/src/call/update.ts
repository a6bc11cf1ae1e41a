import type { UpdateCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { invalid, parseId, parseDryRun, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses an update. */
export function parseUpdate(request: Request): UpdateCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  const { onConflict = 'refuse', dryRun } = parseParameters(query, ['onConflict', 'dryRun'])
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
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
