import type { BulkCall, UpdateMatchingCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseBody } from './parseBody.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import type { Sent } from './Sent.ts'

/** What writes of many records take. */
export const bulkTakes = {
  saveMany: takes({
    query: ['dryRun', 'fields'],
    headers: ['Idempotency-Key'],
    body: ['records', 'keyOfAll', 'show'],
  }),
  deleteMany: takes({ query: ['dryRun'], headers: ['Idempotency-Key'], body: ['identities', 'showTitles'] }),
  updateMatching: takes({
    query: ['dryRun'],
    headers: ['Idempotency-Key'],
    body: ['matching', 'values', 'maxAffected', 'show'],
  }),
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
  const { records, key, show } = parseBody(body, bulkTakes[operation], adviseOn(operation))
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
function adviseOn(operation: BulkCall['operation']) {
  return ({ data, records }: Sent) =>
    operation === 'saveMany' && data !== undefined && records === undefined
      ? `the body can have ${bulkTakes.saveMany.members.names.join(', ')}. ` +
        'To create one record, send PUT; to create several, send records'
      : undefined
}

/** Parses an update of all records that match criteria. */
export function parseUpdateMatching(request: Request): UpdateMatchingCall {
  const { token, requestId, model = '', query, body } = request
  const parameters = parseParameters(query, bulkTakes.updateMatching)
  const { data: criteria, values, maxAffected, show } = parseBody(body, bulkTakes.updateMatching)
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
