import type { DeliveryKey as SentKey, WebhookCallBase } from '../call/WebhookCall.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'

/** A change, by which its deliveries are named. */
export type DeliveryKey = SentKey

/** A call about a webhook by somebody who may make it, if the webhook is theirs. */
export interface WebhookPlan<Call extends WebhookCallBase = WebhookCallBase> {
  readonly call: Call
  /** That of webhooks. */
  readonly model: Model
  readonly authorization: Authorization
}
