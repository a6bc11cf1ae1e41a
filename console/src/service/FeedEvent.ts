/** A write, as the change feed tells it. Of a record that is not seen any more there is only where it was. */
export interface Change {
  readonly model: string
  readonly id: number
  readonly version: number
  readonly operation: 'create' | 'update' | 'delete' | 'restore' | 'appear' | 'vanish'
  readonly requestId?: string
}

/**
 * What a stream of changes says: that it is open, a change, that the user has other rights now, that the session has
 * ended, or that it can't go on from where it was. `after` is the position after it.
 */
export type FeedEvent = { readonly after?: string } & (
  | { readonly is: 'open' | 'reset' | 'end' | 'gone' }
  | { readonly is: 'change'; readonly change: Change }
)
