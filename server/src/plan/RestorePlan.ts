import type { Model } from '../model/Model.ts'
import type { WriteContext } from './Plan.ts'
import type { Selection } from './Selection.ts'

/** Writes the values of an old version as a new version, or recreates a deleted record. */
export interface RestorePlan {
  readonly operation: 'restore'
  readonly model: Model
  readonly id: number
  /** The current version; for a deleted record, the version of its delete. */
  readonly version: number
  readonly toVersion: number
  /** The collections whose members are restored too: all of them, or those with these names. */
  readonly members?: true | readonly string[]
  /** What the answer shows; all of the record's own fields if absent. */
  readonly selection?: Selection
  readonly context: WriteContext
}
