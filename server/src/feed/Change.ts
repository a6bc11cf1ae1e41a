import type { Model } from '../model/Model.ts'
import type { FeedPosition } from '../plan/changeToken.ts'
import type { HistoryEntry } from '../versions/historyEntry.ts'

/** A change as a caller sees it. */
export interface Change {
  readonly at: FeedPosition
  readonly model: Model
  readonly id: number
  /** The event as JSON. */
  readonly event: string
  /** The record as it is now, as JSON: `null` if the caller does not see it. Absent if it was not asked for. */
  readonly record?: string
}

/**
 * What the feed shows: a write as in the record's history; a record that a write made visible (`appear`), with what is
 * seen of it; or one that is no longer visible or deleted (`vanish`), by its id alone.
 */
export type ChangeEvent = { readonly model: string; readonly id: number } & (
  | HistoryEntry
  | { readonly version: number; readonly operation: 'vanish' }
)
