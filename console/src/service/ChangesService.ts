import type { ChangeSet } from '@tabularium/client/undo'
import type { SetRecord, Undone } from '../bulk/ChangeSet.ts'
import type { FeedEvent } from './FeedEvent.ts'

/** Which change sets are listed. */
export interface SetsOf {
  /** A username; empty for all users. */
  readonly user: string
  /** The name of a model; empty for all models. */
  readonly model: string
  readonly offset: number
  readonly limit: number
}

/** A page of change sets, newest first. */
export interface SetsPage {
  readonly sets: readonly ChangeSet[]
  readonly more: boolean
}

/** A change set with a part of its records. */
export interface SetPage {
  readonly set: ChangeSet
  readonly records: readonly SetRecord[]
  readonly more: boolean
}

/** How a change set is undone: what clashes is left as it is. */
export interface UndoOptions {
  readonly dryRun: boolean
  readonly key?: string
}

/** What the console asks about changes: those that come, those that were made, and their undo. */
export interface ChangesService {
  /** What is written to some models after a position of the feed, or from now on, as far as the caller sees it. */
  follow(models: readonly string[], after: string | undefined, signal: AbortSignal): AsyncIterable<FeedEvent>
  changeSets(of: SetsOf, signal?: AbortSignal): Promise<SetsPage>
  changeSet(id: number, offset: number, limit: number, signal?: AbortSignal): Promise<SetPage>
  undoSet(id: number, options: UndoOptions): Promise<Undone>
  /** Undoes the write that made a version of a record. What was changed since is `not-undoable`. */
  undoWrite(model: string, id: number, version: number, key: string): Promise<void>
}
