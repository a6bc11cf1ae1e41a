/** What every call about a webhook has. */
export interface WebhookCallBase {
  readonly token: string | undefined
  /** The id of the webhook. */
  readonly id: number
}

/** How the deliveries of a webhook go. */
export type WebhookStatusCall = WebhookCallBase

/** A page of the deliveries of a webhook that have not arrived. */
export interface DeliveriesCall extends WebhookCallBase {
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
  readonly which: ChosenDeliveries | { readonly since: string }
}

/** Takes deliveries out: they are not sent any more. */
export interface DiscardCall extends WebhookCallBase {
  readonly which: ChosenDeliveries
}

/** Sends a message that tests the webhook. */
export interface TestWebhookCall extends WebhookCallBase {
  readonly requestId: string
}
