import type { WriteCallBase } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import type { Sent } from './Sent.ts'

/** Runs an action of the application. */
export interface ActionCall extends Omit<WriteCallBase, 'model'> {
  readonly operation: 'action'
  /** The full name of the action. */
  readonly action: string
  /** What it takes. */
  readonly sent: Sent
}

/** Parses a request for an action: `{"data": {…}}` has what it takes. */
export function parseAction(request: Request): ActionCall {
  const { token, requestId, query, body, action = '' } = request
  const { dryRun } = parseParameters(query, ['dryRun'])
  return {
    operation: 'action',
    token,
    requestId,
    action,
    sent: parseRecordBody(body),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
