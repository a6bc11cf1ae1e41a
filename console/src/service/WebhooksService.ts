/** What became of the deliveries of a webhook. */
export interface WebhookState {
  /** How many wait for an attempt, how many are parked, and how many later changes are behind these. */
  readonly waiting: number
  readonly parked: number
  readonly behind: number
  /** Why nothing is delivered at all. */
  readonly fault: { readonly code: string; readonly message: string } | null
  /** The last attempt; without a status there was no answer. */
  readonly lastOn: string | null
  readonly lastStatus: number | null
  readonly failingSince: string | null
}

/** Something that a webhook has not delivered yet. */
export interface Delivery {
  /** Its name: model, id and version. */
  readonly delivery: string
  readonly model: string
  readonly id: number
  readonly version: number
  readonly state: 'waiting' | 'parked'
  readonly attempts: number
  readonly dueOn: string | null
  readonly lastOn: string | null
  readonly lastStatus: number | null
  readonly lastError: string | null
  /** The beginning of the receiver's answer; administrators alone see it. */
  readonly lastAnswer?: string | null
}

/** What became of a test. */
export interface Tested {
  readonly delivered: boolean
  readonly httpStatus: number | null
  readonly error: string | null
  readonly milliseconds: number
  readonly answer?: string | null
}

/** Which deliveries are meant: one, or all that are parked. */
export type Deliveries = { readonly delivery: string } | { readonly parked: true }

/** Everything that was written from a moment on. */
export interface Since {
  readonly since: string
}

/** What the console asks about webhooks, beside their records. */
export interface WebhooksService {
  webhookState(id: number, signal?: AbortSignal): Promise<WebhookState>
  /** The deliveries that wait or are parked, and whether there are more. */
  deliveries(id: number, limit: number, signal?: AbortSignal): Promise<{ data: readonly Delivery[]; more: boolean }>
  testWebhook(id: number): Promise<Tested>
  /** Sends deliveries again, and answers how many. */
  resend(id: number, which: Deliveries): Promise<number>
  /** Sends everything again from a moment on, as far as the journal has it. */
  resendSince(id: number, since: Since): Promise<void>
  discard(id: number, which: Deliveries): Promise<number>
}
