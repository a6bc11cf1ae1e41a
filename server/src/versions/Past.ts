/** A plain value as JSON has it: a reference is its id, a decimal is a string. */
export type Plain = unknown
/** The plain values of a record, by field. */
export type PlainRecord = Readonly<Record<string, Plain>>

/** The user who made a write. */
export interface PastAuthor {
  readonly id: number
  readonly username: string
  readonly name: string | null
}

/** One write as the journal has it. A change is `[before, after]`, or null for a secret. */
export interface PastEntry {
  readonly version: number
  readonly operation: 'c' | 'u' | 'd' | 'r'
  readonly on: string
  readonly by: PastAuthor | null
  readonly changes: Readonly<Record<string, readonly [Plain, Plain] | null>>
}

/** The current record, and its journal entries from a version on. */
export interface Past {
  /** Undefined if the record is deleted. */
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
  /** The record's first entry, if the journal still has it. */
  readonly first?: { readonly on: string; readonly by: number | null }
  /** The fields and relations that the caller may read; all if undefined. */
  readonly readable?: ReadonlySet<string>
}
