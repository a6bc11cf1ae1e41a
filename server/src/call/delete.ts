import type { DeleteCall } from './Call.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseCount, parseFlag, parseId, parseDryRun, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a delete. */
export function parseDelete(request: Request): DeleteCall {
  const { token, requestId, model = '', id, query, ifMatch } = request
  const parameters = parseParameters(query, ['version', 'dryRun', 'counts'])
  const version = parseCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  return {
    operation: 'delete',
    token,
    requestId,
    model,
    id: parseId(id),
    ...(version === undefined ? {} : { version }),
    ...parseIfMatch(ifMatch),
    ...parseDryRun(parameters.dryRun),
    ...(parseFlag('counts', parameters.counts) ? { counts: true } : {}),
    ...parseIdempotencyKey(request),
  }
}
