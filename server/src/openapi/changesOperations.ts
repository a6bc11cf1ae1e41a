import type { OperationObject } from './OperationObject.ts'
import { envelope, responses, success } from './OperationObject.ts'
import { listOf, schemaRef } from './refs.ts'
import { flag, text } from './values.ts'

function query(name: string, schema: object, description: string): object {
  return { name, in: 'query', description, schema }
}

const models = query('models', text, 'The full names of models, separated by commas; all that you may read if absent.')
const record = query('record', { const: 'now' }, 'With `now`, each change has the record as it is now.')
const quiet = query('quiet', flag, '`true`: this request is no use of the session.')
const after = query('after', text, 'A token of the feed, or `start`; from now on if absent.')

/** The operations of the change feed. */
export const changesOperations: Readonly<Record<'changes' | 'changeStream', OperationObject>> = {
  changes: {
    summary: 'Get changes',
    description: 'What was written after a token, in order and complete, as far as you see it.',
    parameters: [
      models,
      after,
      query('limit', { type: 'integer', minimum: 1 }, 'The most changes to answer; 1,000 if absent.'),
      query('wait', text, 'How long to wait if there is nothing yet, such as `25s`; at most `60s`.'),
      record,
      query('tokens', flag, 'Whether each change has the token behind it; false if absent.'),
      quiet,
    ],
    responses: responses(
      success(
        'The changes.',
        envelope(listOf(schemaRef('Change')), { next: text, more: flag, reset: { const: true } }, ['next', 'more']),
      ),
      'Changes',
    ),
  },
  changeStream: {
    summary: 'Follow changes',
    description:
      'Server-sent events. The `id` of an event is its token, and its `data` is a change. `heartbeat` comes every 15 ' +
      'seconds, `reset` if your rights have changed, `end` if the session has ended.',
    parameters: [
      models,
      after,
      record,
      quiet,
      { name: 'Last-Event-ID', in: 'header', description: 'As `after`; browsers send it.', schema: text },
    ],
    responses: responses(
      {
        200: {
          description: 'The events.',
          headers: { 'X-Accel-Buffering': { description: 'Tells nginx to pass on each event at once.', schema: text } },
          content: { 'text/event-stream': { schema: text } },
        },
      },
      'Changes',
    ),
  },
}
