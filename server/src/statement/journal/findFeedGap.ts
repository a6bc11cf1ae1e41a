import type { Beginning } from '../../plan/changes.ts'

/** What a statement knows about the position where a page of changes begins. */
export interface KnownPosition {
  readonly released: number
  /** The digest of the entry there; null if there is none. */
  readonly digest: string | null | undefined
  /** The position of the oldest entry that is kept. */
  readonly oldest: number
  /** Up to which position entries were deleted: of any model, and of the models in question. */
  readonly forgotten: number
  readonly ownForgotten: number
}

/** Why the feed can't continue at a position, if it can't: nothing is passed over silently. */
export function findFeedGap(after: Beginning, known: KnownPosition): 'lost' | 'forgotten' | undefined {
  if (typeof after === 'string') return undefined
  const { position, digest } = after
  // The mark may go back with a crash, since its commit waits for no disk. The entry is still there, or it is lost.
  if (position > known.released) return known.digest === digest ? undefined : 'lost'
  if (known.ownForgotten > position) return 'forgotten'
  if (position === 0 || known.digest === digest) return undefined
  if (typeof known.digest === 'string') return 'lost'
  // Its entry was deleted with those of its model, but the models in question have all that follows.
  if (known.forgotten >= position) return undefined
  return known.oldest > position ? 'forgotten' : 'lost'
}
