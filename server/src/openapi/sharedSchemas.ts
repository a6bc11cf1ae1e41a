import { aggregateFunctions } from '../model/aggregates.ts'
import type { Schema } from '../model/field/Schema.ts'
import { actions } from '../permission/Rule.ts'
import { changeSetSchemas } from './changeSetOperations.ts'
import { criteriaSchemas } from './criteriaSchemas.ts'
import { accessChangeSchema, changeSchema, entrySchema } from './entrySchemas.ts'
import { envelopeSchemas } from './envelopeSchemas.ts'
import { problemSchemas } from './problemSchemas.ts'
import { audited, madeAbove } from './recordSchemas.ts'
import { closedObject, listOf, nullable, schemaRef, shownObject } from './refs.ts'
import { anything, count, flag, moment, names, open, text, whole } from './values.ts'
import { webhookSchemas } from './webhookOperations.ts'

const clash: Schema = {
  description: 'What you and others changed. Of a secret, `secret` is there instead of the three values.',
  ...shownObject({
    field: text,
    base: anything,
    current: anything,
    yours: anything,
    secret: { const: true },
    deleted: { const: true },
    moved: { const: true },
    removed: { const: true },
    changed: names,
    missing: listOf(whole, { description: 'Of links: the records that are gone.' }),
    by: schemaRef('Author'),
    on: nullable(moment),
  }),
}

const aggregateGroup: Schema = shownObject(
  {
    group: { ...open, description: 'The values of the fields of `groupBy`.' },
    count,
    ...Object.fromEntries(aggregateFunctions.map((name) => [name, { ...open, description: 'By field.' }])),
  },
  ['group'],
)

const preview: Schema = shownObject(
  {
    role: text,
    model: text,
    username: text,
    records: nullable(shownObject({ before: count, after: count, appear: count, disappear: count })),
    fields: shownObject({ appear: names, disappear: names }),
  },
  ['role', 'model', 'records', 'fields'],
)

/** The schemas that all models share. */
export const sharedSchemas: Readonly<Record<string, Schema>> = {
  Action: { type: 'string', enum: actions },
  AggregateGroup: aggregateGroup,
  Also: {
    description: 'Other records that were cleared or deleted with it.',
    ...shownObject({ cleared: count, deleted: count }, ['cleared', 'deleted']),
  },
  Audited: audited,
  Author: {
    description: 'The user who wrote; null if the user is gone, or if it was the service.',
    type: ['object', 'null'],
    required: ['id', 'username', 'name'],
    properties: { id: whole, username: text, name: nullable(text) },
  },
  Change: changeSchema,
  AccessChange: accessChangeSchema,
  Changes: { type: 'string', description: 'With `changes=true`: a token, to be sent to the feed as `after`.' },
  ChangeSet: {
    description: 'The id of the change set: all writes of a call that may change several records have the same.',
    ...whole,
  },
  Clash: clash,
  ...changeSetSchemas,
  ...webhookSchemas,
  ...criteriaSchemas,
  ...envelopeSchemas,
  ...problemSchemas,
  Entry: entrySchema,
  Increment: {
    description: 'Is added to the value that is there: `{"increment": -2}`.',
    ...closedObject({ increment: { type: ['integer', 'string'] } }, ['increment']),
  },
  MemberConflict: shownObject(
    { place: text, model: text, id: whole, version: nullable(count), conflicts: listOf(schemaRef('Clash')) },
    ['place', 'model', 'id', 'version', 'conflicts'],
  ),
  May: {
    description: 'What you may do with the record; `fields` are those that you may set.',
    ...shownObject({ update: flag, delete: flag, restore: flag, fields: names }, [
      'update',
      'delete',
      'restore',
      'fields',
    ]),
  },
  MayOfPage: {
    description: 'The ids of the records of the page that you may change.',
    ...shownObject({ update: listOf(whole), delete: listOf(whole) }, ['update', 'delete']),
  },
  Missing: {
    description: 'The ids of linked records that no longer exist, by relation.',
    type: 'object',
    additionalProperties: listOf(whole),
  },
  Next: { type: 'string', description: 'Send it as `after` for the next page. It is absent on the last one.' },
  Outcome: { type: 'string', enum: ['created', 'updated', 'unchanged'] },
  Past: {
    description: 'A record as it was. Its values may fit an earlier declaration of the model only.',
    ...shownObject({ id: whole, version: count }, ['id', 'version']),
    additionalProperties: true,
  },
  Preview: preview,
  Reference: {
    description: 'A record that you may not read: its id alone.',
    ...shownObject({ id: whole }, ['id']),
  },
  RestoredMembers: {
    description: 'How many members of its collections were restored.',
    ...shownObject({ recreated: count, changed: count, removed: count }),
  },
  ShownChange: {
    description: 'What a dry run with `show` would do to a record. Values that you may not read are left out.',
    ...shownObject(
      {
        id: nullable(whole),
        title: anything,
        changes: {
          type: 'object',
          additionalProperties: shownObject({ from: anything, to: anything, secret: { const: true } }),
        },
      },
      ['id'],
    ),
  },
  SentReference: {
    description: 'Names a record by its id.',
    ...closedObject({ id: { ...whole, minimum: 1 }, version: {}, as: madeAbove }),
  },
  SentUser: {
    description: 'Names a user by the id.',
    ...closedObject({ id: { ...whole, minimum: 1 }, version: {}, username: {}, name: {}, as: madeAbove }),
  },
  Total: { ...count, description: 'How many there are in all. It is absent with `total=false`.' },
}
