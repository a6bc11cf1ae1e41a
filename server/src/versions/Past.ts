/** A plain value as JSON has it: a reference is its id, a decimal is text. */
export type Plain = unknown
export type PlainRecord = Readonly<Record<string, Plain>>

export interface PastAuthor {
  readonly id: number
  readonly username: string
}

/** One write as the journal tells it. A change is `[before, after]`, or null for a secret. */
export interface PastEntry {
  readonly version: number
  readonly operation: 'c' | 'u' | 'd' | 'r'
  readonly on: string
  readonly by: PastAuthor | null
  readonly changes: Readonly<Record<string, readonly [Plain, Plain] | null>>
}

/** A record now, and what the journal knows of it from a version on. */
export interface Past {
  /** Undefined where the record is gone. */
  readonly current?: {
    readonly version: number
    readonly values: PlainRecord
    readonly createdOn: string
    readonly createdBy: number | null
    readonly updatedOn: string
    readonly updatedBy: number | null
  }
  /** In the order of their versions. */
  readonly entries: readonly PastEntry[]
  /** The record's first entry, where the journal still has it. */
  readonly first?: { readonly on: string; readonly by: number | null }
  /** The fields and relations that may be shown; undefined: all. */
  readonly readable?: ReadonlySet<string>
}
