import type { DeliveryKey as SentKey, WebhookCall } from '../call/WebhookCall.ts'
import { webhookModel } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { permit } from '../permission/permit.ts'
import { requirePossibleId } from './possibleId.ts'

/** A change, by which its deliveries are named. */
export type DeliveryKey = SentKey

type CallOf<O extends WebhookCall['operation']> = Extract<WebhookCall, { readonly operation: O }>

/** A call about a webhook by somebody who may make it, if the webhook is theirs. */
export interface WebhookPlan<O extends WebhookCall['operation'] = WebhookCall['operation']> {
  readonly call: CallOf<O>
  readonly model: Model
  readonly authorization: Authorization
}

/** Plans a call about a webhook: to look takes the right to read webhooks, all others the right to update them. */
export function planWebhook<O extends WebhookCall['operation']>(
  call: CallOf<O>,
  authorization: Authorization,
): WebhookPlan<O> {
  requirePossibleId(call.id)
  const action = call.operation === 'webhook' || call.operation === 'deliveries' ? 'read' : 'update'
  return { call, model: permit(webhookModel, [action], authorization.rights), authorization }
}
