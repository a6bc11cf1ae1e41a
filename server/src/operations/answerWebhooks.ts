import type { WebhookCall } from '../call/WebhookCall.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import {
  discard,
  listDeliveries,
  requireOwnWebhook,
  resendParked,
  rewind,
  showWebhook,
} from '../webhooks/executeWebhooks.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { RightsCache } from '../permission/RightsCache.ts'
import { planWebhook, type WebhookPlan } from '../plan/webhooks.ts'
import type { Caller } from '../session/Caller.ts'
import { withCaller } from '../session/withCachedCaller.ts'
import { type ResendServices, resendDelivery } from '../webhooks/resendDelivery.ts'
import { type TestServices, testWebhook } from '../webhooks/testWebhook.ts'

/** What the calls about webhooks need of the services of a request. */
export interface WebhookServices extends ResendServices, TestServices {
  readonly rights: RightsCache
}

/** Shows how webhooks go, sends deliveries again, and tests. The caller is always looked up. */
export function answerWebhooks(
  call: WebhookCall,
  services: WebhookServices,
  { deadline, onCaller }: { readonly deadline: Deadline; onCaller(caller: Caller): void },
  authenticate: () => Promise<Caller>,
): Promise<Envelope> {
  return withCaller(authenticate, (caller) => {
    onCaller(caller)
    const { userId, credential } = caller
    return execute(call, { userId, rights: services.rights.get(caller), credential, deadline }, services)
  })
}

async function execute(call: WebhookCall, authorization: Authorization, services: WebhookServices): Promise<Envelope> {
  await requireOwnWebhook(planWebhook(call, authorization), services)
  switch (call.operation) {
    case 'webhook':
      return showWebhook(planWebhook(call, authorization), services)
    case 'deliveries':
      return listDeliveries(planWebhook(call, authorization), services)
    case 'resend':
      return resend(planWebhook(call, authorization), services)
    case 'discard':
      return discard(planWebhook(call, authorization), services)
    case 'testWebhook':
      return testWebhook(call, authorization.rights.isAdmin, services)
  }
}

function resend(plan: WebhookPlan<'resend'>, services: WebhookServices): Promise<Envelope> {
  const { which } = plan.call
  if (which === 'parked') return resendParked(plan, services)
  return 'since' in which ? rewind(plan, which.since, services) : resendDelivery(plan, which, services)
}
