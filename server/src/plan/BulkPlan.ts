import type { Condition } from '../criteria/Condition.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { FieldLookup } from './Lookup.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from './Plan.ts'
import type { Selection } from './Selection.ts'

/** Creates and updates many records, all of them or none. */
export interface SaveManyPlan {
  readonly operation: 'saveMany'
  readonly model: Model
  readonly plans: readonly (CreatePlan | UpdatePlan)[]
  /** What the answer shows of each record; all of its own fields if absent. */
  readonly selection?: Selection
  readonly context: WriteContext
}

/** Deletes many records, all of them or none. */
export interface DeleteManyPlan {
  readonly operation: 'deleteMany'
  readonly model: Model
  readonly targets: readonly { readonly id: number; readonly version: number }[]
  readonly context: WriteContext
}

/** Makes the same change to all records that meet a condition, unless they are more than `maxAffected`. */
export interface UpdateMatchingPlan {
  readonly operation: 'updateMatching'
  readonly model: Model
  readonly condition: Condition
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  /** References that are named by a key. */
  readonly lookups?: readonly FieldLookup[] | undefined
  readonly maxAffected: number
  readonly context: WriteContext
}
