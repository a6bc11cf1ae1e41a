import { takes } from './parameter/takes.ts'
import { invalidBody, parseRecordBody } from './parseBody.ts'
import { parseId, parseParameters, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import type { Sent } from './Sent.ts'
import type {
  ChosenDeliveries,
  DeliveriesCall,
  DeliveryKey,
  DiscardCall,
  ResendCall,
  TestWebhookCall,
  WebhookStatusCall,
} from './WebhookCall.ts'

/** Parses a question how a webhook goes. */
export function parseWebhookStatus({ token, id, query }: Request): WebhookStatusCall {
  refuseParameters(query)
  return { token, id: parseId(id) }
}

/** What a question for deliveries takes. */
export const deliveriesTakes = takes(['state', 'offset', 'limit'])

/** Parses a question for the deliveries of a webhook. */
export function parseDeliveries({ token, id, query }: Request, maxLimit: number): DeliveriesCall {
  const parameters = parseParameters(query, deliveriesTakes, maxLimit)
  return { token, id: parseId(id), ...parameters }
}

/** Parses what to send again: `{"data": {"parked": true}}`, or one `delivery`, or `since` a moment. */
export function parseResend({ token, id, query, body }: Request): ResendCall {
  refuseParameters(query)
  const { since, ...others } = parseOne(body, ['delivery', 'parked', 'since'])
  const which = since === undefined ? parseChosen(others) : { since: parseSince(since) }
  return { token, id: parseId(id), which }
}

/** Parses what is not sent any more: `{"data": {"parked": true}}`, or one `delivery`. */
export function parseDiscard({ token, id, query, body }: Request): DiscardCall {
  refuseParameters(query)
  return { token, id: parseId(id), which: parseChosen(parseOne(body, ['delivery', 'parked'])) }
}

/** Parses the test of a webhook: `{"data": {}}`. */
export function parseTestWebhook({ token, id, query, body, requestId }: Request): TestWebhookCall {
  refuseParameters(query)
  const [unknown] = Object.keys(parseRecordBody(body))
  if (unknown !== undefined) throw invalidBody({ [unknown.slice(0, 100)]: 'is not known here: a test takes nothing' })
  return { token, id: parseId(id), requestId }
}

/** The data of a body, which must have exactly one of these members. */
function parseOne(body: Uint8Array | undefined, allowed: readonly string[]): Sent {
  const data = parseRecordBody(body)
  const names = Object.keys(data)
  const unknown = names.find((name) => !allowed.includes(name))
  const fault = `must be sent alone: one of ${allowed.join(', ')}`
  if (unknown !== undefined) throw invalidBody({ [unknown.slice(0, 100)]: `is not known here; ${fault}` })
  if (names.length !== 1) throw invalidBody({ [names[0] ?? 'data']: fault })
  return data
}

function parseChosen({ delivery, parked }: Sent): ChosenDeliveries {
  if (delivery !== undefined) return parseKey(delivery)
  if (parked !== true) throw invalidBody({ parked: 'must be true' })
  return 'parked'
}

function parseKey(text: unknown): DeliveryKey {
  const pattern = /^([\w.]{1,200})\/(\d{1,16})\/(\d{1,16})$/
  const [, model, id, version] = (typeof text === 'string' && pattern.exec(text)) || []
  if (model === undefined || !Number.isSafeInteger(Number(id)) || !Number.isSafeInteger(Number(version)))
    throw invalidBody({ delivery: 'must be model/id/version, such as "com.example.contacts.Contact/5/2"' })
  return { model, id: Number(id), version: Number(version) }
}

function parseSince(text: unknown): string {
  const time = typeof text === 'string' && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw invalidBody({ since: 'must be a date and time with its zone, such as "2026-01-31T08:30:00Z"' })
  return new Date(time).toISOString()
}
