import type { UndoCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What the undo of one write takes. */
export const undoTakes = takes({
  query: ['onConflict', 'dryRun', 'fields'],
  headers: ['Idempotency-Key'],
  data: ['ofVersion', 'undo'],
})

/** Parses the undo of one write: `{"data": {"version": 8, "undo": 7}}`. */
export function parseUndo(request: Request): UndoCall {
  const { token, requestId, model = '', id, query, body } = request
  return {
    operation: 'undo',
    token,
    requestId,
    model,
    ...parseParameters(query, undoTakes),
    id: parseId(id),
    sent: parseRecordBody(body),
    ...parseIdempotencyKey(request),
  }
}
