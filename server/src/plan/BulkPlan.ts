import type { Condition } from '../criteria/Condition.ts'
import type { Model } from '../model/Model.ts'
import type { CreatePlan, PlannedValues, UpdatePlan, WriteContext } from './Plan.ts'
import type { RefusedRows } from './RefusedRows.ts'
import type { Selection } from './Selection.ts'

/** Creates and updates many records, all of them or none. */
export interface SaveManyPlan {
  readonly operation: 'saveMany'
  readonly model: Model
  readonly plans: readonly (CreatePlan | UpdatePlan)[]
  /** What the answer shows of each record; all of its own fields if absent. */
  readonly selection?: Selection
  /** Of a dry run: of how many records to show the changes, instead of the records. */
  readonly show?: number
  /** The records if some are refused already; `plans` is empty then. */
  readonly refused?: RefusedRows<CreatePlan | UpdatePlan>
  readonly context: WriteContext
  /** The kind of its change set; `bulk` if absent. */
  readonly changeSet?: 'archive'
}

/** Deletes many records, all of them or none. */
export interface DeleteManyPlan {
  readonly operation: 'deleteMany'
  readonly model: Model
  readonly targets: readonly { readonly id: number; readonly version: number }[]
  /** Of a dry run: of how many records to show the titles, instead of the ids. */
  readonly show?: number
  readonly context: WriteContext
}

/** Makes the same change to all records that meet a condition, unless they are more than `maxAffected`. */
export interface UpdateMatchingPlan extends PlannedValues {
  readonly operation: 'updateMatching'
  readonly model: Model
  readonly condition: Condition
  /** The fields to whose values the given ones are added; in the order of `fields`. */
  readonly increments?: readonly string[] | undefined
  readonly maxAffected: number
  /** Of a dry run: of how many records to show the changes. */
  readonly show?: number
  readonly context: WriteContext
}
