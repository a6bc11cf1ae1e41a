import type { Schema } from '../model/field/Schema.ts'
import { envelope, type OperationObject, responses, success } from './OperationObject.ts'
import { bodyRef, listOf, nullable, responseRef, schemaRef, shownObject } from './refs.ts'
import { anything, count, flag, moment, names, text, whole } from './values.ts'

const changes: Schema = {
  type: 'object',
  additionalProperties: shownObject({ from: anything, to: anything, secret: { const: true } }),
}

/** The schemas of change sets and of what an undo answers. */
export const changeSetSchemas: Readonly<Record<string, Schema>> = {
  ChangeSetDescription: {
    description: 'The writes of one call. `records` and `models` are those that the call named.',
    ...shownObject(
      {
        id: schemaRef('ChangeSet'),
        kind: { ...text, description: 'The operation, such as `bulk`, `transaction` or `undo`.' },
        name: { ...text, description: 'The action, job, reaction or schedule that wrote it.' },
        on: moment,
        by: schemaRef('Author'),
        requestId: text,
        records: count,
        models: names,
        undoes: { ...whole, description: 'The change set that it undid.' },
        undoneBy: { ...whole, description: 'The newest change set that undid it.' },
      },
      ['id', 'kind', 'on', 'by', 'requestId', 'records', 'models'],
    ),
  },
  ChangedRecord: {
    description: 'A record of a change set, and what the change set did to it.',
    ...shownObject(
      {
        model: text,
        id: whole,
        version: count,
        operation: { type: 'string', enum: ['create', 'update', 'delete', 'restore'] },
        changes,
      },
      ['model', 'id', 'version', 'operation', 'changes'],
    ),
  },
  UndoneRecord: {
    description: 'A record that went back, with its new version.',
    ...shownObject(
      { model: text, id: whole, version: count, operation: { type: 'string', enum: ['update', 'delete', 'restore'] } },
      ['id', 'version'],
    ),
  },
  UndoClash: {
    description:
      'What does not go back: `changed` since (with the three values of each field), `deleted` since, `forgotten` by ' +
      'the journal, written by logic `only` (with the fields), or `refused` as it would be by hand (with the code).',
    ...shownObject(
      {
        model: text,
        id: whole,
        version: nullable(count),
        reason: { type: 'string', enum: ['changed', 'deleted', 'forgotten', 'only', 'refused'] },
        conflicts: listOf(schemaRef('Clash')),
        by: schemaRef('Author'),
        on: nullable(moment),
        code: text,
        message: text,
        errors: { type: 'object', additionalProperties: text },
        field: text,
        fields: names,
        constraint: text,
        referrers: names,
      },
      ['model', 'id', 'version', 'reason'],
    ),
  },
}

const set = schemaRef('ChangeSetDescription')

/** The operations on change sets. */
export const changeSetOperations = {
  changeSets: {
    summary: 'List change sets',
    description: 'Your own, newest first; administrators see all.',
    responses: responses(
      success('The change sets.', envelope(listOf(set), { offset: count, more: flag }, ['offset', 'more'])),
      'Find',
    ),
  },
  changeSet: {
    summary: 'Get a change set',
    description: 'Its records and what changed, as far as you see them, in the order in which they were written.',
    responses: responses(
      success(
        'The records.',
        envelope(listOf(schemaRef('ChangedRecord')), { offset: count, more: flag, set }, ['offset', 'more', 'set']),
      ),
      'Own',
    ),
  },
  undoChangeSet: {
    summary: 'Undo a change set',
    description:
      'What nobody has changed since goes back, as a change set of its own. With `skip`, the answer lists what does ' +
      'not.',
    requestBody: bodyRef('UndoChangeSet'),
    responses: responses(
      {
        ...success(
          'The records that went back; at most 1,000 are listed.',
          envelope(listOf(schemaRef('UndoneRecord')), {
            undone: { ...count, description: 'How many records went back.' },
            clashes: listOf(schemaRef('UndoClash')),
            clashing: { ...count, description: 'How many clashes there are.' },
            forgotten: { ...count, description: 'How many records the journal does not have any more.' },
            changeSet: schemaRef('ChangeSet'),
            also: schemaRef('Also'),
            dryRun: { const: true },
            preview: listOf(schemaRef('Preview')),
          }),
          ['Idempotent-Replayed'],
        ),
        409: responseRef('Conflict'),
      },
      'Write',
    ),
  },
} satisfies Readonly<Record<string, OperationObject>>
