import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Condition } from '../criteria/Condition.ts'
import type { RelationWrite } from './relations.ts'
import type { SearchPlan } from './SearchPlan.ts'
import type { Selection } from './Selection.ts'

/** What every write carries beside its values: for the journal, and so that a repeat is recognised. */
export interface WriteContext {
  /** Who writes, and what they may. */
  readonly authorization: Authorization
  readonly requestId: string
  /** The client's key for this write, and the digest of its request. */
  readonly idempotency?: { readonly key: string; readonly hash: string }
  /** Nothing is to be kept: the answer says what would happen. */
  readonly dryRun: boolean
}

/** A page of a model's records, in the order of their ids, with the total. */
export interface FindPlan {
  readonly operation: 'find'
  readonly model: Model
  readonly authorization: Authorization
  readonly offset: number
  readonly limit: number
  /** How many bytes the answer may take; as usual where absent. */
  readonly answerLimit?: number
}

export interface ReadPlan {
  readonly operation: 'read'
  readonly model: Model
  readonly authorization: Authorization
  readonly id: number
  /** What is shown; all own fields where absent. */
  readonly selection?: Selection
  /** How many bytes the answer may take; as usual where absent. */
  readonly answerLimit?: number
}

/**
 * A value for every writable field of the model, so that all creates of a model have one shape. `given` names those
 * that were sent.
 */
export interface CreatePlan {
  readonly operation: 'create'
  readonly model: Model
  readonly context: WriteContext
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  readonly given: readonly string[]
  /** Collections and links that are written together with it. */
  readonly relations: readonly RelationWrite[]
  /** Changes of links, for the journal, as JSON members without braces. */
  readonly linkChanges?: string
}

/** The fields to change, in the model's order; the others stay. */
export interface UpdatePlan {
  readonly operation: 'update'
  readonly model: Model
  readonly id: number
  /** The version that the client read: the change happens only where it is still the current one. */
  readonly version: number
  readonly context: WriteContext
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  /** Collections and links that are written together with it. */
  readonly relations: readonly RelationWrite[]
  /** Changes of links, for the journal, as JSON members without braces. */
  readonly linkChanges?: string
  /** Where the version is not the current one: refuse, or merge what does not clash. */
  readonly onConflict: 'refuse' | 'merge'
  /** What the journal calls it. */
  readonly journaledAs: 'update' | 'restore'
  /** The answer does not show the record, so its JSON need not be made. */
  readonly unshown?: true
  /** What the answer says beside the record, as JSON members without braces: of a merge, what was merged. */
  readonly extraMembers?: string
}

export interface DeletePlan {
  readonly operation: 'delete'
  readonly model: Model
  readonly id: number
  /** Checked where given. */
  readonly version: number | null
  readonly context: WriteContext
}

/** Many creates and updates that happen together or not at all. */
export interface SaveManyPlan {
  readonly operation: 'saveMany'
  readonly model: Model
  readonly plans: readonly (CreatePlan | UpdatePlan)[]
  readonly context: WriteContext
}

/** The end of many records, all of them or none. */
export interface DeleteManyPlan {
  readonly operation: 'deleteMany'
  readonly model: Model
  readonly targets: readonly { readonly id: number; readonly version: number }[]
  readonly context: WriteContext
}

/** One change of all records that meet a condition, provided that they are not more than expected. */
export interface UpdateMatchingPlan {
  readonly operation: 'updateMatching'
  readonly model: Model
  readonly condition: Condition
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  readonly most: number
  readonly context: WriteContext
}

/** What happened to a record, newest first. */
export interface HistoryPlan {
  readonly operation: 'history'
  readonly model: Model
  readonly authorization: Authorization
  readonly id: number
  readonly offset: number
  readonly limit: number
  /** How many bytes the answer may take; as usual where absent. */
  readonly answerLimit?: number
}

/** A record as it was at one of its versions. */
export interface VersionPlan {
  readonly operation: 'version'
  readonly model: Model
  readonly authorization: Authorization
  readonly id: number
  readonly version: number
}

/** An old version's values become a new version; a deleted record comes back. */
export interface RestorePlan {
  readonly operation: 'restore'
  readonly model: Model
  readonly id: number
  /** The current version; of a deleted record its delete's. */
  readonly version: number
  readonly toVersion: number
  readonly context: WriteContext
}

/** What will be done, as plain data. Nothing was asked of the database to make it. */
export type Plan =
  | FindPlan
  | SearchPlan
  | ReadPlan
  | CreatePlan
  | UpdatePlan
  | DeletePlan
  | SaveManyPlan
  | DeleteManyPlan
  | UpdateMatchingPlan
  | HistoryPlan
  | VersionPlan
  | RestorePlan

/** A version that no record ever has: the plan's change surely conflicts. */
export const noVersion = -1
