import type { Call } from '../call/Call.ts'
import type { ResendCall, WebhookCallBase } from '../call/WebhookCall.ts'
import {
  deliveriesTakes,
  discardTakes,
  parseDeliveries,
  parseDiscard,
  parseResend,
  parseTestWebhook,
  parseWebhookStatus,
  resendTakes,
  testWebhookTakes,
} from '../call/webhooks.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { webhookModel } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { OwnDescription } from '../openapi/DescribedOperation.ts'
import { permit } from '../permission/permit.ts'
import type { Action } from '../permission/Rule.ts'
import { requirePossibleId } from '../plan/possibleId.ts'
import type { WebhookPlan } from '../plan/webhooks.ts'
import {
  discard,
  listDeliveries,
  requireOwnWebhook,
  resendParked,
  rewind,
  showWebhook,
} from '../webhooks/executeWebhooks.ts'
import { resendDelivery } from '../webhooks/resendDelivery.ts'
import { testWebhook } from '../webhooks/testWebhook.ts'
import type { Facts, Row } from './AnsweredOperation.ts'
import { operationOf } from './operation.ts'
import type { Services } from './Services.ts'

/** What a row says whose operation is about a webhook. */
interface WebhookRow<C extends WebhookCallBase & Call, Writes extends boolean> extends Facts<C, Writes> {
  /** The right on webhooks that the caller needs. */
  readonly action: Action
  readonly describe: OwnDescription['describe']
  execute(plan: WebhookPlan<NoInfer<C>>, services: Services): Promise<Envelope>
}

/** Makes a row of an operation on a webhook, for its user and for administrators. The caller is always looked up. */
function ofWebhook<C extends WebhookCallBase & Call, const Writes extends boolean = false>({
  action,
  execute,
  ...row
}: WebhookRow<C, Writes>): Row<Writes> {
  return operationOf<C, Model, WebhookPlan<C>, Writes>(
    { ...row, about: 'service', tag: 'Description' },
    {
      mayUseCache: () => false,
      permit: ({ id }, rights) => {
        requirePossibleId(id)
        return permit(webhookModel, [action], rights)
      },
      plan: (call, model, authorization) => ({ call, model, authorization }),
      execute: async (plan, services) => {
        await requireOwnWebhook(plan, services)
        return execute(plan, services)
      },
    },
  )
}

/** The operations on the deliveries of webhooks. */
export const webhookOperations = {
  webhook: ofWebhook({
    route: 'GET /ws/webhooks/:id',
    action: 'read',
    parse: parseWebhookStatus,
    execute: showWebhook,
    describe: (of) => of.webhook,
  }),
  deliveries: ofWebhook({
    route: 'GET /ws/webhooks/:id/deliveries',
    action: 'read',
    takes: deliveriesTakes,
    parse: parseDeliveries,
    execute: listDeliveries,
    describe: (of) => of.deliveries,
  }),
  resend: ofWebhook({
    route: 'POST /ws/webhooks/:id/resend',
    writes: true,
    action: 'update',
    takes: resendTakes,
    parse: parseResend,
    execute: resend,
    describe: (of) => of.resend,
  }),
  discard: ofWebhook({
    route: 'POST /ws/webhooks/:id/discard',
    writes: true,
    action: 'update',
    takes: discardTakes,
    parse: parseDiscard,
    execute: discard,
    describe: (of) => of.discard,
  }),
  testWebhook: ofWebhook({
    route: 'POST /ws/webhooks/:id/test',
    // It writes nothing, but it sends a message.
    seeable: false,
    action: 'update',
    takes: testWebhookTakes,
    parse: parseTestWebhook,
    execute: ({ call, authorization }, services) => testWebhook(call, authorization.rights.isAdmin, services),
    describe: (of) => of.testWebhook,
  }),
}

function resend(plan: WebhookPlan<ResendCall>, services: Services): Promise<Envelope> {
  const { which } = plan.call
  if (which === 'parked') return resendParked(plan, services)
  return 'since' in which ? rewind(plan, which.since, services) : resendDelivery(plan, which, services)
}
