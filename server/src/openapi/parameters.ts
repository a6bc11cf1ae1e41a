import type { Schema } from '../model/field/Schema.ts'
import { maxNames } from '../plan/parseSelection.ts'
import { maxSortKeys } from '../plan/search.ts'
import { defaultLimit } from '../call/parseParameters.ts'
import { actions } from '../permission/Rule.ts'
import { listOf, nullable, schemaRef } from './refs.ts'
import { count, text } from './values.ts'

/** The limits of the service that a document names. */
export interface DocumentLimits {
  readonly maxLimit: number
  readonly maxBulk: number
}

const names = (name: string, maxItems: number | undefined, description: string) => ({
  name,
  in: 'query',
  description,
  style: 'form',
  explode: false,
  schema: listOf(text, maxItems === undefined ? {} : { maxItems }),
})

const flag: Schema = { type: 'boolean' }

const query = (name: string, schema: Schema, description: string) => ({ name, in: 'query', description, schema })

const header = (name: string, schema: Schema, description: string) => ({ name, in: 'header', description, schema })

/** The parameters that operations share, by the names of their components. */
export function sharedParameters({ maxLimit }: DocumentLimits): Record<string, object> {
  return {
    ...queryParameters(maxLimit),
    ...headerParameters,
    id: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The id of the record or change set.',
      schema: { type: 'integer', format: 'int64', minimum: 1 },
    },
  }
}

function queryParameters(maxLimit: number): Record<string, object> {
  return {
    offset: query('offset', count, 'How many to skip; 0 if absent.'),
    limit: query(
      'limit',
      { type: 'integer', minimum: 0, maximum: maxLimit },
      `How many to answer at most; ${Math.min(defaultLimit, maxLimit)} if absent. 0 answers the total alone.`,
    ),
    after: query(
      'after',
      text,
      'The `next` of the answer before: the page begins behind it. Not together with `offset`.',
    ),
    fields: names(
      'fields',
      maxNames,
      'The fields to answer, besides `id` and `version`; dotted names lead over references and relations.',
    ),
    sortBy: names('sortBy', maxSortKeys, 'The fields to sort by, `-` before a name for descending; by id if absent.'),
    where: {
      name: 'where',
      in: 'query',
      description: 'Criteria, as JSON; all records if absent or null.',
      content: { 'application/json': { schema: nullable(schemaRef('Criteria')) } },
    },
    q: query('q', text, "Words, each of which must occur in one of the model's search fields."),
    total: query('total', flag, '`false` leaves out the total, which may be most of the work.'),
    atVersion: query('version', count, 'Answer the record as it was at this version. Not together with `fields`.'),
    version: query('version', count, 'Refuse the delete unless this is the current version.'),
    key: names(
      'key',
      undefined,
      'An upsert: the unique field, or all fields of a unique group, by which a record is updated if there is one.',
    ),
    may: query('may', flag, '`true` also answers which records of the page you may change.'),
    mayDo: query('may', flag, '`true` also answers what you may do with the record. Not together with `version`.'),
    changes: query('changes', flag, '`true` adds a token, to follow the changes of what was answered.'),
    dryRun: query('dryRun', flag, '`true` checks and answers everything, and writes nothing.'),
    onConflict: query(
      'onConflict',
      { type: 'string', enum: ['refuse', 'merge'] },
      'What to do if the version is not the current one: `refuse`, or `merge` if no field clashes. `refuse` if absent.',
    ),
    titles: query('titles', flag, '`true` shows references and links as `{id, title}`, in a conflict too.'),
    counts: query('counts', flag, '`true`: if others refer to the record, the failure says how many.'),
    members: query('members', flag, '`true` also lists the writes of the records in its collections.'),
    action: query('action', { type: 'string', enum: actions }, 'The action to explain; `read` if absent.'),
    user: query('user', text, 'The id or username of another user; for administrators.'),
    quiet: query('quiet', flag, '`true`: this request is no use of the session.'),
    detail: query('detail', flag, '`true` answers all models with all their fields.'),
    models: names('models', undefined, 'The full names of the models to describe; all if absent.'),
  }
}

const headerParameters: Record<string, object> = {
  'Idempotency-Key': header(
    'Idempotency-Key',
    { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    'A new text for each intended write, such as a UUID: the same request with the same key is done once.',
  ),
  'If-Match': header(
    'If-Match',
    text,
    'The `ETag` of a read, a version in quotes, or `*`: it must agree with the version.',
  ),
  'If-None-Match': header('If-None-Match', text, 'The `ETag` of an earlier answer: 304 while nothing has changed.'),
}

/** The headers that every request may have. They are not repeated for each operation. */
export const headersOfEveryRequest: Record<string, object> = {
  'X-Request-Id': header(
    'X-Request-Id',
    text,
    'Up to 100 letters, digits and `_ . : -` that name the request in the answer, the log and the history. The ' +
      'service makes one if there is none.',
  ),
  'X-See-As': header(
    'X-See-As',
    text,
    'For administrators: a username. Reads are answered with the rights of that user; writes are refused.',
  ),
}
