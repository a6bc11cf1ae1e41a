import type { CreateCall } from './Call.ts'
import { parseRecordBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseDryRun, parseFields, parseNameList, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** Parses a create, or an upsert if there is a key. */
export function parseCreate(request: Request): CreateCall {
  const { token, requestId, model = '', query, body } = request
  const { dryRun, fields, key } = parseParameters(query, ['dryRun', 'fields', 'key'])
  return {
    operation: 'create',
    token,
    requestId,
    model,
    sent: parseRecordBody(body),
    ...(key === undefined ? {} : { key: parseNameList(key) }),
    ...parseFields(fields),
    ...parseDryRun(dryRun),
    ...parseIdempotencyKey(request),
  }
}
