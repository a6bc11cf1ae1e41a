import type { UpdateCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What an update takes. */
export const updateTakes = takes({
  query: ['onConflict', 'dryRun', 'fields', 'titles'],
  headers: ['If-Match', 'Idempotency-Key'],
  body: ['record'],
})

/** Parses an update. */
export function parseUpdate(request: Request): UpdateCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  return {
    operation: 'update',
    token,
    requestId,
    model,
    ...parseParameters(query, updateTakes),
    id: parseId(id),
    sent: parseRecordBody(body),
    ...parseIfMatch(ifMatch),
    ...parseIdempotencyKey(request),
  }
}
