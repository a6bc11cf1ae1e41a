import type { Outcome } from '../outbound/Sender.ts'
import { type Delivery, endDeliveryStatement, failDeliveryStatement } from '../statement/service/deliveries.ts'
import type { WebhookLease } from '../statement/service/webhooks.ts'
import type { DeliveryServices } from './DeliveryServices.ts'
import { endWebhook } from './endWebhook.ts'
import type { StoredWebhook } from './StoredWebhook.ts'
import type { FoundChange } from './loadChangesAt.ts'
import { delays, waitAfter } from './retries.ts'
import { toMessage } from './toMessage.ts'

/** What an attempt needs besides the delivery. */
export interface AttemptContext {
  readonly lease: WebhookLease
  readonly webhook: StoredWebhook
  readonly services: DeliveryServices
  /** Another process may deliver now. */
  readonly signal: AbortSignal
  /** Does the work that notes what became of the attempt, again and again until it succeeds. */
  note(work: () => Promise<void>): Promise<void>
}

type Failed = Pick<Outcome, 'status' | 'error' | 'answer' | 'retryAfter'>

const forgotten: Failed = {
  status: null,
  error:
    'The journal does not have this change any more, or not enough to tell whether the user of the webhook sees it.',
  answer: '',
  retryAfter: null,
}

/**
 * Delivers a change, and notes what became of it. What the user does not see any more is not sent. If that can't be
 * noted, the message is not sent again while this process delivers for the webhook.
 */
export async function attempt(delivery: Delivery, change: FoundChange, context: AttemptContext): Promise<void> {
  const { lease, webhook, services, signal } = context
  if (change === 'unseen') return context.note(() => end(delivery, null, context))
  if (typeof change === 'string')
    return context.note(() => fail({ ...delivery, attempts: delays.length }, forgotten, context))
  const timestamp = Math.floor(services.now() / 1_000)
  const message = toMessage(change, delivery, webhook, { timestamp, version: services.version })
  const outcome = await services.sender.send({ ...message, signal })
  if (signal.aborted) return
  await context.note(async () => {
    if (isSuccess(outcome)) return end(delivery, outcome.status, context)
    if (outcome.status === 410) await endWebhook(lease.webhook, services)
    await fail(delivery, outcome, context)
  })
}

/** Whether the receiver has taken the message: 2xx, and not a redirect. */
export function isSuccess({ status }: Pick<Outcome, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

async function end({ position }: Delivery, status: number | null, { lease, services }: AttemptContext): Promise<void> {
  await services.database.run(endDeliveryStatement(lease, position, status), 'write')
  services.onDelivery(status === null ? 'unseen' : 'delivered')
}

async function fail(delivery: Delivery, failed: Failed, { lease, services }: AttemptContext): Promise<void> {
  const attempts = delivery.attempts + 1
  const wait = waitAfter(attempts, failed.retryAfter, { now: services.now(), random: services.random() })
  const { status, error, answer } = failed
  const noted = {
    position: delivery.position,
    attempts,
    status,
    error,
    answer,
    ...(wait === undefined ? {} : { wait }),
  }
  await services.database.run(failDeliveryStatement(lease, noted), 'write')
  services.onDelivery(wait === undefined ? 'parked' : 'failed')
}
