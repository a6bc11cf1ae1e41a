import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { FeedPosition } from '../plan/changeToken.ts'
import type { Beginning } from '../plan/changes.ts'
import type { JournalEntry } from '../versions/historyEntry.ts'
import type { SeenLinks } from './authorization/seenLinks.ts'

/** A part of the feed. */
export interface ChangesQuestion {
  readonly models: readonly Model[]
  readonly after: Beginning
  /** Up to where the feed was looked through already; absent: up to the position where it begins. */
  readonly from?: number
  /** The id of the one record whose changes are wanted, and up to which position; absent: those of all records. */
  readonly only?: { readonly record: number; readonly upTo: number }
  readonly limit: number
  readonly authorization: Authorization
}

/** A change as the journal has it, with its position and its model. */
export interface JournaledChange extends JournalEntry {
  readonly at: FeedPosition
  readonly model: Model
  readonly id: number
  /** The linked records that may be shown, by relation. */
  readonly links: SeenLinks
}

/** A part of the feed, before it is decided what the caller may see of it. */
export interface JournaledChanges {
  readonly entries: readonly JournaledChange[]
  /** Where the next part begins. */
  readonly next: FeedPosition
  /** The position up to which this part was looked through. */
  readonly upTo: number
  /** Whether there is more up to the mark. */
  readonly more: boolean
  /** The released mark. */
  readonly released: number
  /** The feed does not have what follows the position any more. */
  readonly gone?: 'lost' | 'forgotten'
}
