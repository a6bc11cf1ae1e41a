import type { Author } from './Shown.ts'

/** A record in a conflict. */
export interface ConflictRecord {
  readonly id: number
  readonly version: number
  readonly [field: string]: unknown
}

/** A field that both sides changed, each to something else. */
export interface Clash {
  readonly field: string
  readonly base?: unknown
  readonly current?: unknown
  readonly yours?: unknown
  /** A secret has no values here. */
  readonly secret?: true
  readonly by: Author | null
  readonly on: string
}

/** A member of a collection that clashes. */
export interface MemberClash {
  readonly place: string
  readonly model: string
  readonly id: number
  readonly version: number | null
  readonly conflicts: readonly Readonly<Record<string, unknown>>[]
}

/** What a conflict tells. An update has all of it, as long as the base is known. */
export interface ConflictMembers {
  readonly base?: ConflictRecord | null
  readonly current: ConflictRecord | null
  readonly yours?: Readonly<Record<string, unknown>>
  readonly conflicts?: readonly Clash[]
  readonly mergeable?: readonly string[]
  readonly members?: readonly MemberClash[]
}
