import type { WriteCallBase } from './Call.ts'

/** A page of change sets. */
export interface ChangeSetsCall {
  readonly operation: 'changeSets'
  readonly token: string | undefined
  readonly offset: number
  readonly limit: number
  /** Only those of the user with this name. */
  readonly user?: string
  /** Only those that name records of this model. */
  readonly model?: string
}

/** A change set, with a page of its records. */
export interface ChangeSetCall {
  readonly operation: 'changeSet'
  readonly token: string | undefined
  readonly id: number
  readonly offset: number
  readonly limit: number
}

/** The undo of a change set. */
export interface UndoChangeSetCall extends Omit<WriteCallBase, 'model'> {
  readonly operation: 'undoChangeSet'
  readonly id: number
  readonly onConflict: 'refuse' | 'skip'
}

/** A call about change sets. */
export type AnyChangeSetCall = ChangeSetsCall | ChangeSetCall | UndoChangeSetCall
