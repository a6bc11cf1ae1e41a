import type { Clash } from '../errors.ts'
import type { Author } from './Shown.ts'

/** What an undo does not bring back, and why. */
export interface UndoClash {
  readonly model: string
  readonly id: number
  /** The current version; null if the record is deleted. */
  readonly version: number | null
  readonly reason: 'changed' | 'deleted' | 'forgotten' | 'only' | 'refused'
  /** The fields that were changed since. */
  readonly conflicts?: readonly Clash[]
  /** Who deleted it, and when. */
  readonly by?: Author | null
  readonly on?: string | null
  /** Why a write by hand would be refused, too. */
  readonly code?: string
  readonly message?: string
  /** The fields that only logic writes. */
  readonly fields?: readonly string[]
  readonly errors?: Readonly<Record<string, string>>
}

/** What the refusal of an undo tells. Nothing was written. */
export interface NotUndoableMembers {
  /** At most 1,000. */
  readonly clashes: readonly UndoClash[]
  readonly clashing: number
  /** How many records would go back. */
  readonly undoable: number
  /** How many records the journal does not have any more. */
  readonly forgotten?: number
}

/** The writes of one call. */
export interface ChangeSet<Name extends string = string> {
  readonly id: number
  /** The operation, such as `bulk`, `transaction` or `undo`. */
  readonly kind: string
  /** The action, job, reaction or schedule that wrote it. */
  readonly name?: string
  readonly on: string
  readonly by: Author | null
  readonly requestId: string
  /** How many records the call named. */
  readonly records: number
  readonly models: readonly Name[]
  /** The change set that it undid. */
  readonly undoes?: number
  /** The newest change set that undid it. */
  readonly undoneBy?: number
}

/** A record of a change set, and what the change set did to it. */
export interface ChangedRecord<Name extends string = string> {
  readonly model: Name
  readonly id: number
  readonly version: number
  readonly operation: 'create' | 'update' | 'delete' | 'restore'
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown; readonly secret?: true }>>
}

/** What an undo did. */
export interface Undone<Name extends string = string> {
  /** The records that went back; at most 1,000. */
  readonly data: readonly {
    readonly model: Name
    readonly id: number
    readonly version: number
    readonly operation: 'update' | 'delete' | 'restore'
  }[]
  /** How many records went back. */
  readonly undone: number
  /** What did not, with `onConflict: 'skip'`; at most 1,000. */
  readonly clashes?: readonly UndoClash[]
  readonly clashing?: number
  readonly forgotten?: number
  /** The change set of the undo: undo it, and it is done again. Absent if nothing was written. */
  readonly changeSet?: number
}
