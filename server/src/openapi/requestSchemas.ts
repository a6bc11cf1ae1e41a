import { aggregateFunctions } from '../call/AggregateRequest.ts'
import type { Schema } from '../model/field/Schema.ts'
import { maxGroups, maxNames, maxSortKeys } from '../call/parameter/limits.ts'
import { jsonBody } from './OperationObject.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import { closedObject, listOf, nullable, schemaRef, shownObject } from './refs.ts'
import { count, names, text, whole } from './values.ts'

/** The bodies of requests that are the same for all models, by name. */
export const sharedBodies: Readonly<Record<string, object>> = Object.fromEntries(
  ['Search', 'Aggregate', 'Restore', 'Undo', 'DeleteMany'].map((name) => [name, jsonBody(schemaRef(name))]),
)

/** The schemas of requests that are the same for all models. */
export function requestSchemas({ maxLimit, maxBulk }: DocumentLimits): Record<string, Schema> {
  const limit: Schema = { type: 'integer', minimum: 0, maximum: maxLimit }
  return {
    Search: closedObject({
      data: { ...nullable(schemaRef('Criteria')), description: 'Which records; all if absent or null.' },
      q: { ...text, description: "Words, each of which must occur in one of the model's search fields." },
      fields: listOf(text, { maxItems: maxNames, description: 'The fields to answer, besides `id` and `version`.' }),
      sortBy: listOf(text, { maxItems: maxSortKeys, description: '`-` before a name for descending.' }),
      offset: count,
      limit,
      after: { ...text, description: 'The `next` of the answer before, with the same search. Not with `offset`.' },
      total: { type: 'boolean', description: '`false` leaves out the total.' },
      changes: { type: 'boolean', description: '`true` adds a token, to follow the changes of what was answered.' },
    }),
    Aggregate: closedObject({
      data: { ...nullable(schemaRef('Criteria')), description: 'Which records; all if absent or null.' },
      q: text,
      groupBy: listOf({ anyOf: [text, schemaRef('GroupBy')] }, { maxItems: maxGroups }),
      count: { type: 'boolean', description: '`true` counts the records of each group.' },
      ...Object.fromEntries(aggregateFunctions.map((name) => [name, names])),
      sortBy: { ...names, description: 'Fields of `groupBy`, `count`, or a function with its field: `-sum.total`.' },
      offset: count,
      limit,
    }),
    GroupBy: closedObject(
      {
        fieldName: text,
        by: { type: 'string', enum: ['day', 'week', 'month', 'quarter', 'year'] },
        timeZone: { ...text, description: 'Such as `Europe/Paris`; UTC if absent.' },
      },
      ['fieldName'],
    ),
    Restore: closedObject(
      {
        data: closedObject(
          {
            version: { ...count, description: 'The current version, or that of the delete.' },
            toVersion: { ...count, description: 'The version to bring back.' },
            members: { type: 'boolean', description: '`true` also brings back the members of its collections.' },
          },
          ['version', 'toVersion'],
        ),
      },
      ['data'],
    ),
    Undo: closedObject(
      {
        data: closedObject(
          {
            version: { ...count, description: 'The current version, or that of the delete.' },
            undo: { ...count, description: 'The version whose write goes back.' },
          },
          ['version', 'undo'],
        ),
      },
      ['data'],
    ),
    DeleteMany: closedObject(
      {
        records: listOf(schemaRef('SentIdentity'), { minItems: 1, maxItems: maxBulk }),
        show: { ...schemaRef('Show'), description: 'With `dryRun=true`: of how many records to answer the titles.' },
      },
      ['records'],
    ),
    Show: {
      type: 'integer',
      minimum: 0,
      maximum: maxBulk,
      description: 'With `dryRun=true`: of how many records to answer the changes.',
    },
    UpdateMatching: shownObject(
      {
        data: schemaRef('Criteria'),
        maxAffected: { type: 'integer', minimum: 1, maximum: maxBulk },
        show: schemaRef('Show'),
      },
      ['data', 'maxAffected'],
    ),
    SentIdentity: closedObject({ id: { ...whole, minimum: 1 }, version: count }, ['id', 'version']),
  }
}
