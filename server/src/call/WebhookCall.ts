/** What every call about a webhook has. */
interface WebhookCallBase {
  readonly token: string | undefined
  /** The id of the webhook. */
  readonly id: number
}

/** How the deliveries of a webhook go. */
export interface WebhookStatusCall extends WebhookCallBase {
  readonly operation: 'webhook'
}

/** A page of the deliveries of a webhook that have not arrived. */
export interface DeliveriesCall extends WebhookCallBase {
  readonly operation: 'deliveries'
  readonly state?: 'waiting' | 'parked'
  readonly offset: number
  readonly limit: number
}

/** A change, by which its deliveries are named. */
export interface DeliveryKey {
  readonly model: string
  readonly id: number
  readonly version: number
}

/** Which deliveries are meant: one, or all parked ones. */
export type ChosenDeliveries = DeliveryKey | 'parked'

/** Sends deliveries again: one, all parked ones, or everything since a moment. */
export interface ResendCall extends WebhookCallBase {
  readonly operation: 'resend'
  readonly which: ChosenDeliveries | { readonly since: string }
}

/** Takes deliveries out: they are not sent any more. */
export interface DiscardCall extends WebhookCallBase {
  readonly operation: 'discard'
  readonly which: ChosenDeliveries
}

/** Sends a message that tests the webhook. */
export interface TestWebhookCall extends WebhookCallBase {
  readonly operation: 'testWebhook'
  readonly requestId: string
}

/** A call about a webhook. */
export type WebhookCall = WebhookStatusCall | DeliveriesCall | ResendCall | DiscardCall | TestWebhookCall
