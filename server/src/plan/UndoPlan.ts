import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { WriteContext } from './Plan.ts'
import type { Selection } from './Selection.ts'

/** Undoes one write of a record: what nobody has changed since goes back. */
export interface UndoPlan {
  readonly operation: 'undo'
  readonly model: Model
  readonly id: number
  /** The current version; for a deleted record, the version of its delete. */
  readonly version: number
  /** The version whose write is undone. */
  readonly undo: number
  /** If the version is not the current one: refuse, or undo the write if nothing clashes. */
  readonly onConflict: 'refuse' | 'merge'
  /** What the answer shows; all of the record's own fields if absent. */
  readonly selection?: Selection
  readonly context: WriteContext
}

/** Undoes all writes of a change set. */
export interface UndoChangeSetPlan {
  readonly operation: 'undoChangeSet'
  readonly id: number
  /** If something clashes: refuse all of it, or skip what clashes. */
  readonly onConflict: 'refuse' | 'skip'
  readonly context: WriteContext
}

/** Lists change sets, newest first. */
export interface ChangeSetsPlan {
  readonly operation: 'changeSets'
  readonly authorization: Authorization
  readonly filter: { readonly user?: string; readonly model?: string }
  readonly offset: number
  readonly limit: number
}

/** Shows a change set with its records. */
export interface ChangeSetPlan {
  readonly operation: 'changeSet'
  readonly authorization: Authorization
  readonly id: number
  readonly offset: number
  readonly limit: number
}
