import type { UndoCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseFields, parseId, parseOnConflict, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses the undo of one write: `{"data": {"version": 8, "undo": 7}}`. */
export function parseUndo(request: Request): UndoCall {
  const { token, requestId, model = '', id, query, body } = request
  const { onConflict, dryRun, fields } = parseParameters(query, ['onConflict', 'dryRun', 'fields'])
  return {
    operation: 'undo',
    token,
    requestId,
    model,
    id: parseId(id),
    sent: parseRecordBody(body),
    ...parseOnConflict(onConflict),
    ...parseFields(fields),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
