/** An API key to create. */
export interface NewKey {
  readonly name: string
  /** Whose key it is; the caller's own if absent. */
  readonly user?: { readonly id: number }
  /** When it ends; never if absent. */
  readonly expiresOn?: string
  /** It has no more rights than these roles; all of its user if absent. */
  readonly roles?: readonly { readonly id: number }[]
}

/** A webhook to create. */
export interface NewWebhook<Name extends string = string> {
  readonly name: string
  /** Where the changes are sent, by POST. */
  readonly url: string
  /** The models whose changes are sent. */
  readonly models: readonly Name[]
  /** Criteria as the API takes them: only records that meet them are sent. */
  readonly condition?: object
  /** Whose rights count; the caller's if absent. */
  readonly user?: { readonly id: number }
  /** Signs the messages; the service makes one if it is absent. */
  readonly secret?: string
  readonly state?: 'active' | 'paused' | 'ended'
  /** What waits for a delivery that fails: later changes of the same record, or all. */
  readonly order?: 'record' | 'all'
}
