import type { DeleteCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a delete takes. */
export const deleteTakes = takes({ query: ['version', 'dryRun', 'counts'], headers: ['If-Match', 'Idempotency-Key'] })

/** Parses a delete. */
export function parseDelete(request: Request): DeleteCall {
  const { token, requestId, model = '', id, query, ifMatch } = request
  return {
    operation: 'delete',
    token,
    requestId,
    model,
    ...parseParameters(query, deleteTakes),
    id: parseId(id),
    ...parseIfMatch(ifMatch),
    ...parseIdempotencyKey(request),
  }
}
