import type { Clash } from '../errors.ts'
import type { Author } from './Shown.ts'

/** What an undo does not bring back, and why. */
export interface UndoClash {
  readonly model: string
  readonly id: number
  /** The current version; null if the record is deleted. */
  readonly version: number | null
  readonly reason: 'changed' | 'deleted' | 'forgotten' | 'refused'
  /** The fields that were changed since. */
  readonly conflicts?: readonly Clash[]
  /** Who deleted it, and when. */
  readonly by?: Author | null
  readonly on?: string | null
  /** Why a write by hand would be refused, too. */
  readonly code?: string
  readonly message?: string
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
