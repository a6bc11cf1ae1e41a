import type { Change } from '../feed/Change.ts'
import type { Message } from '../outbound/Sender.ts'
import type { Delivery } from '../statement/service/deliveries.ts'
import type { StoredWebhook } from './StoredWebhook.ts'
import { signedHeaders } from './sign.ts'

/** When a message is sent, and by which version of this program. */
export interface Sending {
  /** In seconds since 1970. */
  readonly timestamp: number
  readonly version: string
}

/** The key of a delivery: what it is listed by, and what its receiver tells repeats by. */
export function keyOf({ model, id, version }: Pick<Delivery, 'model' | 'id' | 'version'>): string {
  return `${model}/${id}/${version}`
}

/** The message about a change: the event of the feed, with its type and time as Standard Webhooks has them. */
export function toMessage(
  { event }: Pick<Change, 'event'>,
  delivery: Delivery,
  webhook: Pick<StoredWebhook, 'url' | 'secrets'>,
  sending: Sending,
): Message {
  const { operation, on = delivery.createdOn } = JSON.parse(event) as {
    readonly operation: string
    readonly on?: string
  }
  const about = JSON.stringify({ type: `${delivery.model}.${operation}`, timestamp: on })
  return toSigned(keyOf(delivery), `${about.slice(0, -1)},"data":${event}}`, webhook, sending)
}

/** The message that tests a webhook. */
export function toTestMessage(
  webhook: number,
  target: Pick<StoredWebhook, 'url' | 'secrets'>,
  sending: Sending & { readonly requestId: string },
): Message {
  const timestamp = new Date(sending.timestamp * 1_000).toISOString()
  const body = JSON.stringify({ type: 'tabularium.test', timestamp, data: { webhook } })
  return toSigned(`test/${webhook}/${sending.requestId}`, body, target, sending)
}

function toSigned(
  id: string,
  body: string,
  { url, secrets }: Pick<StoredWebhook, 'url' | 'secrets'>,
  { timestamp, version }: Sending,
): Message {
  const headers = { 'content-type': 'application/json', 'user-agent': `Tabularium/${version}` }
  return { url, body, headers: { ...headers, ...signedHeaders({ id, timestamp, body }, secrets) } }
}
