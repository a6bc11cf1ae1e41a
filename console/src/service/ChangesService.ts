import type { ChangeSet } from '@tabularium/client/undo'
import type { SetRecord, Undone } from '../bulk/ChangeSet.ts'
import type { Write } from '../history/foldWrites.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
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

/** Which of the newest changes are wanted; a member that is empty wants all. */
export interface NewestOf {
  readonly user: string
  readonly model: string
  /** The id of a record of the model. */
  readonly record: number | undefined
  readonly field: string
  readonly since: string
  readonly through: string
}

/** A part of the newest changes, and the token of the next one while there is one. */
export interface NewestPage {
  readonly writes: readonly Write[]
  readonly next: string | undefined
}

/** A part of the writes of a record, newest first. */
export interface WritesPage {
  readonly writes: readonly Write[]
  readonly total: number
  /** Whether those of the records in its collections are among them. */
  readonly members: boolean
}

/** What the console asks about changes: those that come, those that were made, and their undo. */
export interface ChangesService {
  /** What is written to some models after a position of the feed, or from now on, as far as the caller sees it. */
  follow(models: readonly string[], after: string | undefined, signal: AbortSignal): AsyncIterable<FeedEvent>
  changeSets(of: SetsOf, signal?: AbortSignal): Promise<SetsPage>
  changeSet(id: number, offset: number, limit: number, signal?: AbortSignal): Promise<SetPage>
  /** What was written last, before the part that a token stands for. */
  newest(of: NewestOf, after: string | undefined, signal?: AbortSignal): Promise<NewestPage>
  /** The writes of a record, with those of the records in its collections if they are wanted. */
  writes(
    model: string,
    id: number,
    offset: number,
    options: { readonly members: boolean; readonly signal?: AbortSignal },
  ): Promise<WritesPage>
  undoSet(id: number, options: UndoOptions): Promise<Undone>
  /**
   * Undoes the write that made a version of a record, and answers the record as it is then. What was changed since is
   * `not-undoable`.
   */
  undoWrite(model: string, id: number, version: number, key: string): Promise<RecordJson>
}
