import type { ArchiveCall, ArchiveManyCall } from './Call.ts'
import { takes } from './parameter/takes.ts'
import { parseBody, parseRecordBody } from './parseBody.ts'
import { parseIfMatch } from './parseIfMatch.ts'
import { parseIdempotencyKey } from './parseIdempotencyKey.ts'
import { parseId, parseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** What archiving a record takes, and taking it back. */
export const archiveTakes = takes({
  query: ['onConflict', 'dryRun', 'fields'],
  headers: ['If-Match', 'Idempotency-Key'],
  body: ['versioned'],
})

/** What archiving many records takes. */
export const archiveManyTakes = takes({
  query: ['dryRun', 'fields'],
  headers: ['Idempotency-Key'],
  body: ['archivable'],
})

/** Parses the archiving of one record. */
export function parseArchive(request: Request): ArchiveCall {
  return parseOne(request, 'archive')
}

/** Parses the return of one record from the archive. */
export function parseUnarchive(request: Request): ArchiveCall {
  return parseOne(request, 'unarchive')
}

function parseOne(request: Request, operation: ArchiveCall['operation']): ArchiveCall {
  const { token, requestId, model = '', id, query, body, ifMatch } = request
  return {
    operation,
    token,
    requestId,
    model,
    ...parseParameters(query, archiveTakes),
    id: parseId(id),
    sent: parseRecordBody(body),
    ...parseIfMatch(ifMatch),
    ...parseIdempotencyKey(request),
  }
}

/** Parses the archiving of many records: `{"records": […]}`. */
export function parseArchiveMany(request: Request): ArchiveManyCall {
  const { token, requestId, model = '', query, body } = request
  const parameters = parseParameters(query, archiveManyTakes)
  const { records } = parseBody(body, archiveManyTakes)
  return {
    operation: 'archiveMany',
    token,
    requestId,
    model,
    records,
    ...parameters,
    ...parseIdempotencyKey(request),
  }
}
