import type { CreateCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What a create takes. */
export const createTakes = takes({ query: ['dryRun', 'fields', 'key'], headers: ['Idempotency-Key'], body: ['record'] })

/** Parses a create, or an upsert if there is a key. */
export function parseCreate(request: Request): CreateCall {
  const { token, requestId, model = '', query, body } = request
  const parameters = parseParameters(query, createTakes)
  const sent = parseRecordBody(body)
  return { operation: 'create', token, requestId, model, sent, ...parameters, ...parseIdempotencyKey(request) }
}
