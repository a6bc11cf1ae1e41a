import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'

/** A page of a model's records, in the order of their ids, with the total. */
export interface FindPlan {
  readonly operation: 'find'
  readonly model: Model
  readonly offset: number
  readonly limit: number
}

export interface ReadPlan {
  readonly operation: 'read'
  readonly model: Model
  readonly id: number
}

/** A value for every writable field of the model, so that all creates of a model have one shape. */
export interface CreatePlan {
  readonly operation: 'create'
  readonly model: Model
  readonly author: number
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
}

/** The fields to change, in the model's order; the others stay. */
export interface UpdatePlan {
  readonly operation: 'update'
  readonly model: Model
  readonly id: number
  /** The version that the client read: the change happens only where it is still the current one. */
  readonly version: number
  readonly author: number
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
}

export interface DeletePlan {
  readonly operation: 'delete'
  readonly model: Model
  readonly id: number
  /** Checked where given. */
  readonly version: number | null
}

/** What will be done, as plain data. Nothing was asked of the database to make it. */
export type Plan = FindPlan | ReadPlan | CreatePlan | UpdatePlan | DeletePlan

/** A version that no record ever has: the plan's change surely conflicts. */
export const noVersion = -1
