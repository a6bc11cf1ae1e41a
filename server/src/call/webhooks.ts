import { type MemberKey, type Takes, takes } from './parameter/takes.ts'
import type { MemberValues } from './parameter/Values.ts'
import { invalidBody, parseRecordBody, parseSent } from './parseBody.ts'
import { parseId, parseParameters, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'
import type { DeliveriesCall, DiscardCall, ResendCall, TestWebhookCall, WebhookStatusCall } from './WebhookCall.ts'

/** Parses a question how a webhook goes. */
export function parseWebhookStatus({ token, id, query }: Request): WebhookStatusCall {
  refuseParameters(query)
  return { token, id: parseId(id) }
}

/** What a question for deliveries takes. */
export const deliveriesTakes = takes({ query: ['state', 'offset', 'limit'] })

/** Parses a question for the deliveries of a webhook. */
export function parseDeliveries({ token, id, query }: Request, maxLimit: number): DeliveriesCall {
  const parameters = parseParameters(query, deliveriesTakes, maxLimit)
  return { token, id: parseId(id), ...parameters }
}

/** What a resend and a discard take: one of these. */
export const resendTakes = takes({ data: ['delivery', 'parked', 'since'] })
export const discardTakes = takes({ data: ['delivery', 'parked'] })

/** Parses what to send again: `{"data": {"parked": true}}`, or one `delivery`, or `since` a moment. */
export function parseResend({ token, id, query, body }: Request): ResendCall {
  refuseParameters(query)
  const { delivery, since } = parseOne(body, resendTakes)
  const which = since === undefined ? (delivery ?? 'parked') : { since }
  return { token, id: parseId(id), which }
}

/** Parses what is not sent any more: `{"data": {"parked": true}}`, or one `delivery`. */
export function parseDiscard({ token, id, query, body }: Request): DiscardCall {
  refuseParameters(query)
  const { delivery } = parseOne(body, discardTakes)
  return { token, id: parseId(id), which: delivery ?? 'parked' }
}

/** What the test of a webhook takes: `{"data": {}}`. */
export const testWebhookTakes = takes({ data: [] })

/** Parses the test of a webhook. */
export function parseTestWebhook({ token, id, query, body, requestId }: Request): TestWebhookCall {
  refuseParameters(query)
  const [unknown] = Object.keys(parseRecordBody(body))
  if (unknown !== undefined) throw invalidBody({ [unknown.slice(0, 100)]: 'is not known here: a test takes nothing' })
  return { token, id: parseId(id), requestId }
}

/** The data of a body, which must have exactly one of the members. */
function parseOne<M extends MemberKey>(body: Uint8Array | undefined, { members }: Takes<never, M>): MemberValues<M> {
  const data = parseRecordBody(body)
  const names = Object.keys(data)
  const unknown = names.find((name) => !members.names.includes(name))
  const fault = `must be sent alone: one of ${members.names.join(', ')}`
  if (unknown !== undefined) throw invalidBody({ [unknown.slice(0, 100)]: `is not known here; ${fault}` })
  if (names.length !== 1) throw invalidBody({ [names[0] ?? 'data']: fault })
  return parseSent(data, members)
}
