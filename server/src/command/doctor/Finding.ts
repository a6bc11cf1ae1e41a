/** The names of the checks. */
export const checks = [
  'schema',
  'encoding',
  'roles',
  'users',
  'keys',
  'providers',
  'indexes',
  'journal',
  'fold',
  'counts',
  'archive',
  'sequences',
  'replication',
  'series',
  'work',
  'webhooks',
  'statistics',
  'searches',
] as const

/** The name of a check. */
export type Check = (typeof checks)[number]

/** A problem that an operator should know: what is wrong, why it matters, and what to do. */
export interface Finding {
  readonly check: Check
  readonly what: string
  readonly why: string
  readonly advice: readonly string[]
  /** Whether this run fixed it. */
  readonly fixed?: true
}
