import type { RestoreCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a restore takes. */
export const restoreTakes = takes({
  query: ['dryRun', 'fields'],
  headers: ['Idempotency-Key'],
  data: ['ofVersion', 'toVersion', 'withMembers'],
})

/** Parses a restore. */
export function parseRestore(request: Request): RestoreCall {
  const { token, requestId, model = '', id, query, body } = request
  return {
    operation: 'restore',
    token,
    requestId,
    model,
    ...parseParameters(query, restoreTakes),
    sent: parseRecordBody(body),
    id: parseId(id),
    ...parseIdempotencyKey(request),
  }
}
