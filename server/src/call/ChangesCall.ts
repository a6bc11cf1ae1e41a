/** A question for the changes of records, as a page or as a stream. */
export interface ChangesCall {
  readonly operation: 'changes' | 'changeStream'
  readonly token: string | undefined
  /** The models whose changes are wanted; all that the caller sees if absent. */
  readonly models?: readonly string[]
  /** Where to begin: a token, `start`, or now if absent. */
  readonly after?: string
  readonly limit: number
  /** How long to wait if there is nothing yet, in milliseconds. */
  readonly wait: number
  /** Each change has the record as it is now. */
  readonly withRecord?: true
  /** Each change of a page has the token behind it, as those of a stream have. */
  readonly withTokens?: true
  /** It is no use of the session. */
  readonly quiet: boolean
}
