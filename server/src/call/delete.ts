import type { DeleteCall } from './Call.ts'
import { readIfMatch } from './readIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { readCount, readId, readDryRun, readParameters } from './readParameters.ts'
import type { Request } from './Request.ts'

export function readDelete(request: Request): DeleteCall {
  const { token, requestId, model = '', id, query, ifMatch } = request
  const parameters = readParameters(query, ['version', 'dryRun'])
  const version = readCount('version', parameters.version, Number.MAX_SAFE_INTEGER)
  return {
    operation: 'delete',
    token,
    requestId,
    model,
    id: readId(id),
    ...(version === undefined ? {} : { version }),
    ...readIfMatch(ifMatch),
    ...readDryRun(parameters.dryRun),
    ...parseIdempotencyKey(request),
  }
}
