import type { Schema } from '../model/field/Schema.ts'
import { nullable, schemaRef, shownObject } from './refs.ts'
import { anything, count, moment, text, whole } from './values.ts'

const through: Readonly<Record<string, Schema>> = {
  through: { type: 'string', description: 'The operation that wrote the change set.' },
  name: { type: 'string', description: 'The action, job, reaction or schedule that wrote it.' },
}

/** A write as the history of its record shows it. */
export const entrySchema: Schema = {
  description: 'One write in the history of a record.',
  ...shownObject(
    {
      version: count,
      operation: { type: 'string', enum: ['create', 'update', 'delete', 'restore'] },
      on: moment,
      by: schemaRef('Author'),
      requestId: text,
      changeSet: schemaRef('ChangeSet'),
      ...through,
      changes: {
        type: 'object',
        description: 'The fields whose value changed; of a secret only that it did.',
        additionalProperties: shownObject({ from: anything, to: anything, secret: { const: true } }),
      },
      model: { type: 'string', description: 'With `members=true`: the model of the record that was written.' },
      id: { ...whole, description: 'With `members=true`: its id.' },
    },
    ['version', 'operation', 'on', 'by', 'requestId', 'changes'],
  ),
}

/** A write as the feed answers it. */
export const changeSchema: Schema = {
  description:
    'A write. `appear` shows a record that you see since then, `vanish` has the id of one that you no longer see.',
  ...shownObject(
    {
      model: text,
      id: whole,
      version: count,
      operation: { type: 'string', enum: ['create', 'update', 'delete', 'restore', 'appear', 'vanish'] },
      on: moment,
      by: schemaRef('Author'),
      requestId: text,
      changeSet: schemaRef('ChangeSet'),
      ...through,
      changes: {
        type: 'object',
        additionalProperties: shownObject({ from: anything, to: anything, secret: { const: true } }),
      },
      title: { ...anything, description: 'With `newest=true` and `titles=true`: the title of the record now.' },
      token: { type: 'string', description: 'With `tokens=true`: the token behind this change.' },
      record: {
        type: ['object', 'null'],
        description: 'With `record=now`: the record as it is now; null if you do not see it.',
        additionalProperties: true,
      },
    },
    ['model', 'id', 'version', 'operation'],
  ),
}

/** A change of who may do what. */
export const accessChangeSchema: Schema = {
  description: 'A write of a user, a role, a rule, an API key or a login.',
  ...shownObject(
    {
      model: text,
      id: whole,
      title: anything,
      version: count,
      operation: { type: 'string', enum: ['create', 'update', 'delete', 'restore'] },
      on: moment,
      by: schemaRef('Author'),
      via: {
        ...nullable(shownObject({ id: whole, name: nullable(text) }, ['id', 'name'])),
        description: 'The API key of the write; its name is null if it is gone.',
      },
      through: { type: 'string', description: 'What wrote it: `session`, `key`, `scim`, `oidc:…`, `command`, …' },
      requestId: text,
      changeSet: schemaRef('ChangeSet'),
      changes: {
        type: 'object',
        additionalProperties: shownObject({ from: anything, to: anything, secret: { const: true } }),
      },
    },
    ['model', 'id', 'version', 'operation', 'on', 'by', 'via', 'through', 'requestId', 'changes'],
  ),
}
