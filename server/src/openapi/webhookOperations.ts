import { bodyMembers } from '../call/parameter/bodyMembers.ts'
import type { Schema } from '../model/field/Schema.ts'
import { envelope, type OperationObject, responses, success } from './OperationObject.ts'
import { bodyRef, listOf, nullable, schemaRef, shownObject } from './refs.ts'
import { anything, count, flag, moment, text, whole } from './values.ts'

const key: Schema = { ...text, description: bodyMembers.delivery.description }

/** The schemas of what is said about webhooks. */
export const webhookSchemas: Readonly<Record<string, Schema>> = {
  WebhookStatus: {
    description:
      'How the deliveries of a webhook go: those that wait for their next attempt, those that are parked after the ' +
      'last one, and how many later changes of the same records are behind these. `fault` says why nothing is ' +
      'sent at all.',
    ...shownObject(
      {
        id: whole,
        waiting: count,
        parked: count,
        behind: count,
        oldest: nullable(moment),
        fault: nullable(shownObject({ code: text, message: text }, ['code', 'message'])),
        lastOn: nullable(moment),
        lastStatus: { ...nullable(whole), description: 'The HTTP status of the last attempt.' },
        failingSince: nullable(moment),
      },
      ['id', 'waiting', 'parked', 'behind', 'oldest', 'fault', 'lastOn', 'lastStatus', 'failingSince'],
    ),
  },
  Delivery: {
    description: 'A change that has not arrived at a webhook. Administrators see the beginning of the last answer.',
    ...shownObject(
      {
        delivery: key,
        model: text,
        id: whole,
        version: count,
        state: { type: 'string', enum: ['waiting', 'parked'] },
        attempts: count,
        createdOn: moment,
        dueOn: moment,
        lastOn: nullable(moment),
        lastStatus: nullable(whole),
        lastError: nullable(text),
        lastAnswer: nullable(text),
      },
      ['delivery', 'model', 'id', 'version', 'state', 'attempts', 'createdOn', 'dueOn', 'lastOn', 'lastStatus'],
    ),
  },
}

/** The operations on the deliveries of webhooks. */
export const webhookOperations = {
  webhook: {
    summary: 'Show how a webhook goes',
    description: 'For its user and administrators, as all calls about its deliveries.',
    responses: responses(success('The state.', envelope(listOf(schemaRef('WebhookStatus')))), 'Find'),
  },
  deliveries: {
    summary: 'List the deliveries of a webhook that have not arrived',
    description: 'Oldest first.',
    responses: responses(
      success(
        'The deliveries.',
        envelope(listOf(schemaRef('Delivery')), { offset: count, more: flag }, ['offset', 'more']),
      ),
      'Find',
    ),
  },
  resend: {
    summary: 'Send deliveries of a webhook again',
    description: 'One change, whether it has arrived or not, all parked deliveries, or everything since a moment.',
    requestBody: bodyRef('Resend'),
    responses: responses(
      success('How many are sent; not with `since`.', envelope(listOf(anything, { maxItems: 0 }), { total: count })),
      'Write',
    ),
  },
  discard: {
    summary: 'Take deliveries of a webhook out',
    description: 'They are not sent any more. What waits behind them goes on.',
    requestBody: bodyRef('Discard'),
    responses: responses(
      success('How many were taken out.', envelope(listOf(anything, { maxItems: 0 }), { total: count }, ['total'])),
      'Write',
    ),
  },
  testWebhook: {
    summary: 'Test a webhook',
    description: 'Sends a message of the type `tabularium.test` at once, and answers what came back.',
    requestBody: bodyRef('TestWebhook'),
    responses: responses(
      success(
        'What came back. Administrators see the beginning of the answer.',
        envelope(
          listOf(
            shownObject(
              {
                delivered: flag,
                httpStatus: nullable(whole),
                error: nullable(text),
                milliseconds: count,
                answer: text,
              },
              ['delivered', 'httpStatus', 'error', 'milliseconds'],
            ),
          ),
        ),
      ),
      'Write',
    ),
  },
} satisfies Readonly<Record<string, OperationObject>>
