import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { webhookModel } from '../model/builtIn/names.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import { planUpdate } from '../plan/update.ts'
import { serviceRequestId } from '../request/requestIds.ts'

/** How often it is tried again if the webhook is written at the same time. */
const maxTries = 5

/** Ends a webhook, because its receiver has said that it is gone for good. It is a write like any other. */
export async function endWebhook(webhook: number, { models, run }: ExecutionServices): Promise<void> {
  const model = models.get(webhookModel)
  const authorization = serviceAuthorization(models)
  const context = { authorization, requestId: serviceRequestId('webhook', webhook), dryRun: false }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const stored = await run.read({ operation: 'read', model, authorization, id: webhook })
    if (!stored) return
    const { version, state } = JSON.parse(stored.json) as { readonly version: number; readonly state: string }
    if (state !== 'active') return
    const sent = { version, state: 'ended' }
    const target = { id: webhook, onConflict: 'refuse' } as const
    const written = await run.update(planUpdate(sent, target, model, models, context))
    if (written.is === 'written') return
  }
}
