import type { OperationObject } from './OperationObject.ts'
import { envelope, responses, success } from './OperationObject.ts'
import { listOf, schemaRef } from './refs.ts'
import { flag, text } from './values.ts'

/** The operations of the change feed. */
export const changesOperations = {
  changes: {
    summary: 'Get changes',
    description:
      'What was written after a token, in order and complete, as far as you see it. With `newest=true` the newest ' +
      'changes first, of records that you may read now.',
    responses: responses(
      success(
        'The changes.',
        envelope(listOf(schemaRef('Change')), { next: text, more: flag, reset: { const: true } }, ['next', 'more']),
      ),
      'Changes',
    ),
  },
  accessChanges: {
    summary: 'List changes of rights',
    description:
      'What was written to users, roles, rules, keys and logins, the newest first: who gave whom what, with which ' +
      'key (`via`), and `through` what: `session`, `key`, `oidc:` with a provider, `scim`, `command`, `migrate`, … ' +
      'For administrators.',
    responses: responses(
      success(
        'The changes.',
        envelope(listOf(schemaRef('AccessChange')), { next: text, more: flag }, ['next', 'more']),
      ),
      'Changes',
    ),
  },
  changeStream: {
    summary: 'Follow changes',
    description:
      'Server-sent events. The `id` of an event is its token, and its `data` is a change. `heartbeat` comes every 15 ' +
      'seconds, `reset` if your rights have changed, `end` if the session has ended.',
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
} satisfies Readonly<Record<string, OperationObject>>
