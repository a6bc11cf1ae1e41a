import type { BulkCall, UpdateMatchingCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseMembers } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import type { Sent } from './Sent.ts'

/** What writes of many records take. */
export const bulkTakes = {
  saveMany: takes(['dryRun', 'fields'], ['Idempotency-Key']),
  deleteMany: takes(['dryRun'], ['Idempotency-Key']),
  updateMatching: takes(['dryRun'], ['Idempotency-Key']),
}

/** Parses a write of many records: `{"records": […]}`, with a key for an upsert. */
export function parseSaveMany(request: Request): BulkCall {
  return parseBulk(request, 'saveMany')
}

/** Parses a delete of many records: `{"records": […]}`. */
export function parseDeleteMany(request: Request): BulkCall {
  return parseBulk(request, 'deleteMany')
}

function parseBulk(request: Request, operation: BulkCall['operation']): BulkCall {
  const { token, requestId, model = '', query, body } = request
  const parameters = parseParameters(query, bulkTakes[operation])
  const members = operation === 'saveMany' ? ['records', 'key', 'show'] : ['records', 'show']
  const { records, key, show } = parseMembers(body, members, adviseOn(operation, members))
  return {
    operation,
    token,
    requestId,
    model,
    records,
    ...(key === undefined ? {} : { key }),
    ...(show === undefined ? {} : { show }),
    ...parameters,
    ...parseIdempotencyKey(request),
  }
}

/** In other services, POST to a collection creates one record. */
function adviseOn(operation: BulkCall['operation'], members: readonly string[]) {
  return ({ data, records }: Sent) =>
    operation === 'saveMany' && data !== undefined && records === undefined
      ? `the body can have ${members.join(', ')}. To create one record, send PUT; to create several, send records`
      : undefined
}

/** Parses an update of all records that match criteria. */
export function parseUpdateMatching(request: Request): UpdateMatchingCall {
  const { token, requestId, model = '', query, body } = request
  const parameters = parseParameters(query, bulkTakes.updateMatching)
  const members = parseMembers(body, ['data', 'values', 'maxAffected', 'show'])
  const { data: criteria, values, maxAffected, show } = members
  return {
    operation: 'updateMatching',
    token,
    requestId,
    model,
    criteria,
    values,
    maxAffected,
    ...(show === undefined ? {} : { show }),
    ...parameters,
    ...parseIdempotencyKey(request),
  }
}
