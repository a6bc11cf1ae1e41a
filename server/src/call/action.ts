import type { WriteCallBase } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseParameters } from './parseParameters.ts'
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

/** What a request for an action takes. */
export const actionTakes = takes({ query: ['dryRun'], headers: ['Idempotency-Key'], body: ['input'] })

/** Parses a request for an action: `{"data": {…}}` has what it takes. */
export function parseAction(request: Request): ActionCall {
  const { token, requestId, query, body, action = '' } = request
  const parameters = parseParameters(query, actionTakes)
  const sent = parseRecordBody(body)
  return { operation: 'action', token, requestId, action, sent, ...parameters, ...parseIdempotencyKey(request) }
}
