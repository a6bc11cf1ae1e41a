/** How long sessions live, in milliseconds. */
export interface Lifetimes {
  readonly idle: number
  readonly lifetime: number
}

/**
 * By what somebody was recognised, and the state of all rights at that moment: enough to make sure that both still
 * hold.
 */
export interface Credential {
  /** Of the session or the API key. */
  readonly id: number
  /** SHA-256 of the session's token or of the API key, in hex. */
  readonly hash: string
  readonly isKey: boolean
  /** Who may do everything is not concerned by what becomes of rules: that they still may is asked of themselves. */
  readonly isAdmin: boolean
  readonly revision: string
  /** Their rules, as members of a JSON array without its brackets. */
  readonly rules: string
  readonly times: Lifetimes
}
