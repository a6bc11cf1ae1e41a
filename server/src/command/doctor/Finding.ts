/** What was looked at. */
export type Check =
  | 'schema'
  | 'encoding'
  | 'roles'
  | 'indexes'
  | 'journal'
  | 'fold'
  | 'counts'
  | 'statistics'
  | 'searches'

/** Something that an operator should know: what is so, why it matters, and what to do about it. */
export interface Finding {
  readonly check: Check
  readonly what: string
  readonly why: string
  readonly advice: readonly string[]
  /** It was set right by this very run. */
  readonly fixed?: true
}
