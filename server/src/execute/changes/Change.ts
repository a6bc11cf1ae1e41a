import type { Place } from '../../plan/changeToken.ts'
import type { HistoryEntry } from '../../versions/historyEntry.ts'

/** A change as a caller sees it. */
export interface Change {
  readonly place: Place
  readonly event: ChangeEvent
}

/**
 * What the feed shows: a write as in the record's history; a record that a write made visible (`appear`), with what is
 * seen of it; or one that is no longer visible or deleted (`vanish`), by its id alone.
 */
export type ChangeEvent = { readonly model: string; readonly id: number } & (
  | HistoryEntry
  | { readonly version: number; readonly operation: 'vanish' }
)
