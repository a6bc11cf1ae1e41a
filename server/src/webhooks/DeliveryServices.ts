import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import type { ReleasedMark } from '../feed/ReleasedMark.ts'
import type { Log } from '../request/log.ts'
import type { Sender } from '../outbound/Sender.ts'
import type { WebhookScopes } from './StoredWebhook.ts'

/** What became of an attempt, for the metrics. */
export type DeliveryResult = 'delivered' | 'failed' | 'parked' | 'unseen'

/** What is tried again if it fails: to look for webhooks, to read the feed, and to note what became of an attempt. */
export type WebhookWork = 'look' | 'read' | 'note'

/** What delivering needs. */
export interface DeliveryServices extends ExecutionServices {
  readonly scopes: WebhookScopes
  readonly sender: Sender
  readonly mark: ReleasedMark
  readonly log: Log
  /** The version of this program, for the header `User-Agent`. */
  readonly version: string
  /** The time in milliseconds since 1970. */
  now(): number
  /** A number from 0 to 1. */
  random(): number
  onDelivery(result: DeliveryResult): void
  /** Called when work fails that is tried again. */
  onWebhookError(work: WebhookWork): void
}
