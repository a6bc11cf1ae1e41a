import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { ReleasedMark } from '../feed/ReleasedMark.ts'
import type { Log } from '../request/log.ts'
import type { Recorder } from '../metrics/Recorder.ts'
import type { Sender } from '../outbound/Sender.ts'
import type { WebhookScopes } from './StoredWebhook.ts'
import { Webhooks } from './Webhooks.ts'

/** What the webhooks of a process need of it. */
export interface WebhookOptions {
  readonly log: Log
  readonly version: string
  readonly recorder: Recorder
  newRequestId(): string
  now(): number
  random(): number
}

/** Starts to deliver for the webhooks, in this process or in another one. */
export function startWebhooks(
  services: ExecutionServices & { readonly scopes: WebhookScopes; readonly sender: Sender },
  { log, version, recorder, newRequestId, now, random }: WebhookOptions,
): Webhooks {
  const mark = new ReleasedMark(services.database)
  const { onDelivery, onWebhookError } = recorder
  const given = { mark, log, version, now, random, onDelivery, onWebhookError }
  const webhooks = new Webhooks({ ...services, ...given }, newRequestId())
  webhooks.start()
  return webhooks
}
