import { Failure } from '../../failure/failure.ts'
import type { Model } from '../../model/Model.ts'
import type { PastAuthor } from '../../versions/Past.ts'
import type { WrittenVersions } from '../../versions/toUndo.ts'

/** A record of which some writes are undone. */
export interface UndoTarget extends WrittenVersions {
  readonly model: Model
  readonly id: number
}

/** A record that was written to undo something. */
export interface UndoneRecord {
  readonly model: string
  readonly id: number
  readonly version: number
  readonly operation: 'update' | 'delete' | 'restore'
}

/**
 * What is not undone, and why: fields of the record were changed since (`changed`), the record was deleted since
 * (`deleted`), the journal does not reach back that far (`forgotten`), only logic writes some fields (`only`), or the
 * write is refused as it would be by hand (`refused`, with the code).
 */
export interface UndoClash {
  readonly model: string
  readonly id: number
  /** The current version; null if the record is deleted. */
  readonly version: number | null
  readonly reason: 'changed' | 'deleted' | 'forgotten' | 'only' | 'refused'
  /** The fields that clash, with their three values. */
  readonly conflicts?: readonly object[]
  readonly by?: PastAuthor | null
  readonly on?: string | null
  readonly code?: string
  readonly message?: string
  /** The fields that only logic writes. */
  readonly fields?: readonly string[]
  readonly errors?: Readonly<Record<string, string>>
}

/** What became of the records of an undo. */
export interface UndoResult {
  readonly undone: UndoneRecord[]
  readonly clashes: UndoClash[]
  /** The refusals among the clashes. */
  readonly failures: Failure[]
}

/** The most records and clashes that an answer lists. */
export const maxListed = 1_000

/** The failure of an undo that clashes with something. Nothing was written. */
export function notUndoable({ undone, clashes }: Pick<UndoResult, 'undone' | 'clashes'>, forgotten = 0): Failure {
  const what =
    clashes.length > 0
      ? `Not everything can go back as it was: see the ${clashes.length} clashes`
      : `The journal does not have ${forgotten} of the records any more`
  return new Failure(
    'not-undoable',
    `${what}. Nothing was written. Send onConflict "skip" to undo the rest, or decide for each record.`,
    {
      data: {
        clashes: clashes.slice(0, maxListed),
        clashing: clashes.length,
        undoable: undone.length,
        ...(forgotten > 0 ? { forgotten } : {}),
      },
    },
  )
}
