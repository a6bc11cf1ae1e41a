import type { Envelope } from '../envelope/Envelope.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { findPosition, noSuchDelivery, resendOne } from './executeWebhooks.ts'
import type { DeliveryKey, ResendCall } from '../call/WebhookCall.ts'
import type { WebhookPlan } from '../plan/webhooks.ts'
import { readWebhookStatement } from '../statement/service/webhooks.ts'
import { type WebhookScopes, toStoredWebhook } from './StoredWebhook.ts'
import { loadChangesAt } from './loadChangesAt.ts'

/** What sending a change again needs. */
export interface ResendServices extends ExecutionServices {
  readonly scopes: WebhookScopes
}

/**
 * Delivers a change again that the user of the webhook sees now. All others answer as if there were none: somebody who
 * has a webhook must not learn of other records, nor when they were written.
 */
export async function resendDelivery(
  plan: WebhookPlan<ResendCall>,
  key: DeliveryKey,
  services: ResendServices,
): Promise<Envelope> {
  if (!(await isSeen(plan, key, services))) throw noSuchDelivery()
  return resendOne(plan, key, services)
}

async function isSeen(plan: WebhookPlan<ResendCall>, key: DeliveryKey, services: ResendServices): Promise<boolean> {
  const [row] = await services.database.run(readWebhookStatement(plan.call.id), 'read')
  const scope = row && services.scopes.find(toStoredWebhook(row))
  if (!scope || typeof scope === 'string' || !scope.models.some(({ name }) => name === key.model)) return false
  const position = await findPosition(plan, key, services)
  if (position === undefined) return false
  const changes = await loadChangesAt([{ ...key, position, attempts: 0, createdOn: '' }], scope, services)
  return typeof changes.get(position) === 'object'
}
