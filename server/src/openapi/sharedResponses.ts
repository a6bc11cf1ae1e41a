import { envelope, orDryRun, success } from './OperationObject.ts'
import { refusalResponses } from './refusals.ts'
import type { Schema } from '../model/field/Schema.ts'
import { headerRefs, listOf, schemaRef, shownObject } from './refs.ts'
import { anything, count, moment, text, whole } from './values.ts'

const replayed = ['Idempotent-Replayed']

const deleted: Schema = {
  ...shownObject({ id: whole, version: count, on: moment, by: schemaRef('Author') }, ['id', 'version', 'on', 'by']),
  additionalProperties: { description: 'The title field of the model.' },
}

const changeSet = schemaRef('ChangeSet')

const overlapping: Schema = { const: true, description: 'A record can be in several groups: do not add them up.' }

/** The responses that operations share: refusals, and successes that are the same for all models. */
export const sharedResponses: Readonly<Record<string, object>> = {
  Export: {
    description: 'The file.',
    headers: {
      'Content-Disposition': { description: 'The name of the file.', schema: text },
      Trailer: { description: 'Names the trailer.', schema: text },
      'X-Accel-Buffering': { description: 'Tells nginx to pass on each part at once.', schema: text },
    },
    content: {
      'text/csv': { schema: text },
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: { format: 'binary' } },
      'application/x-ndjson': { schema: text },
    },
  },
  ...refusalResponses,
  NotModified: { description: 'You have it already.', ...headerRefs(['ETag']) },
  Ids: answer('The ids.', orDryRun(envelope(listOf(whole), { also: schemaRef('Also'), changeSet })), replayed),
  Affected: answer(
    'How many records were changed.',
    orDryRun(envelope(listOf(anything, { maxItems: 0 }), { total: count, changeSet }, ['total'])),
    replayed,
  ),
  Deleted: answer(
    'Deleted records, those deleted last first.',
    envelope(listOf(deleted), { offset: count, more: { type: 'boolean' } }, ['offset', 'more']),
  ),
  Groups: answer(
    'Groups.',
    envelope(listOf(schemaRef('AggregateGroup')), { offset: count, total: count, overlapping }, ['offset', 'total']),
  ),
  History: answer(
    'Its writes, newest first.',
    envelope(listOf(schemaRef('Entry')), { offset: count, total: count }, ['offset', 'total']),
  ),
}

function answer(...given: Parameters<typeof success>): object {
  return success(...given)[200] ?? {}
}
