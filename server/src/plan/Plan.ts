import type { JsonMembers } from '../text/json.ts'
import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { CollectionRelation } from '../model/relation/collection.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { ChangeSetKind } from '../call/ChangeSetKind.ts'
import type { FieldLookup } from './Lookup.ts'
import type { CountsWanted, TitlesWanted } from './RefusalDetails.ts'
import type { RelationWrite } from './relations.ts'
import type { Selection } from './Selection.ts'
import type { Unhashed } from './Unhashed.ts'

/** What every write carries besides its values: for the journal, and to recognise a repeated request. */
export interface WriteContext {
  /** The caller, with the caller's rights. */
  readonly authorization: Authorization
  readonly requestId: string
  /** The client's key for this write, and the digest of its request. */
  readonly idempotency?: { readonly key: string; readonly hash: string }
  /** The write is rolled back: the answer shows what would happen. */
  readonly dryRun: boolean
  /** The kind of its change set, if it may write several records. */
  readonly changeSet?: ChangeSetKind
  /** The action, job, reaction or schedule that writes. */
  readonly changeSetName?: string
  /** The change set that this one undoes. */
  readonly undoes?: number
}

/** Finds a page of a model's records, in the order of their ids, with the total. */
export interface FindPlan {
  readonly operation: 'find'
  readonly model: Model
  readonly authorization: Authorization
  readonly offset: number
  readonly limit: number
  /** The most bytes of the answer; the default limit if absent. */
  readonly answerLimit?: number
  /** The answer says which records the caller may change. */
  readonly may?: true
}

/** Reads one record. */
export interface ReadPlan {
  readonly operation: 'read'
  readonly model: Model
  readonly authorization: Authorization
  readonly id: number
  /** What is shown; all of the record's own fields if absent. */
  readonly selection?: Selection
  /** The most bytes of the answer; the default limit if absent. */
  readonly answerLimit?: number
  /** The answer says what the caller may do with the record. */
  readonly may?: true
}

/** Values for some fields, in the order of the fields. */
export interface PlannedValues {
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  /** References that are named by a key. */
  readonly lookups?: readonly FieldLookup[] | undefined
  /** The texts of fields that are hashed when they are written. */
  readonly unhashed?: readonly Unhashed[] | undefined
}

/** What the plans of a new and a changed record have in common. */
interface PlannedRecord {
  /** Collections and links that are written together with the record. */
  readonly relations: readonly RelationWrite[]
  /** Changes of links, for the journal. */
  readonly linkChanges?: JsonMembers
  /** What the answer shows; all of the record's own fields if absent. */
  readonly selection?: Selection
  /** What the statement answers: the record (if absent), or nothing, so that it builds no JSON. */
  readonly answers?: 'record' | 'nothing'
  /** One of many of a transaction, whose records must not be larger together than an answer may be. */
  readonly counted?: true
}

/**
 * Creates a record. It has a value for every writable field of the model, so that all creates of a model have one
 * shape. `given` names the fields that were sent.
 */
export interface CreatePlan extends PlannedValues, PlannedRecord {
  readonly operation: 'create'
  readonly model: Model
  readonly context: WriteContext
  readonly given: readonly string[]
}

/** A number of a series as a client sent it. */
export interface SentNumber {
  readonly field: Field
  readonly value: ColumnValue
}

/** Changes some fields of a record. `fields` are in the model's order; the other fields keep their values. */
export interface UpdatePlan extends PlannedValues, PlannedRecord, TitlesWanted {
  readonly operation: 'update'
  readonly model: Model
  readonly id: number
  /** The version that the client read. The change happens only if this is still the current version. */
  readonly version: number
  readonly context: WriteContext
  /** The fields to whose values the given ones are added; in the order of `fields`. */
  readonly increments?: readonly string[] | undefined
  /** The numbers of series that were sent back: the change is refused unless they are those of the record. */
  readonly numbers?: readonly SentNumber[] | undefined
  /** If the version is not the current one: refuse the change, or merge it unless something clashes. */
  readonly onConflict: 'refuse' | 'merge'
  /** The operation that the journal shows. */
  readonly journaledAs: 'update' | 'restore'
  /** The values are those before the last writes of the record, which an undo takes back. */
  readonly undoesLast?: true
  /** Members next to the record in the answer: for a merge, what was merged. */
  readonly extraMembers?: JsonMembers
}

/** Deletes one record. */
export interface DeletePlan extends CountsWanted {
  readonly operation: 'delete'
  readonly model: Model
  readonly id: number
  /** Checked unless null. */
  readonly version: number | null
  readonly context: WriteContext
}

/** A collection of a record, and the model of its members. */
export interface MemberSource {
  readonly relation: CollectionRelation
  readonly model: Model
}

/** Lists the writes of a record, newest first. */
export interface HistoryPlan {
  readonly operation: 'history'
  readonly model: Model
  readonly authorization: Authorization
  readonly id: number
  /** The collections whose members' writes are listed too; absent if only the record's own are. */
  readonly members?: readonly MemberSource[]
  /** References and links are shown with titles. */
  readonly titles?: true
  readonly offset: number
  readonly limit: number
  /** The most bytes of the answer; the default limit if absent. */
  readonly answerLimit?: number
}

/** Lists the deleted records of a model, those deleted last first. */
export interface DeletedPlan {
  readonly operation: 'deleted'
  readonly model: Model
  readonly authorization: Authorization
  readonly offset: number
  readonly limit: number
  /** The most bytes of the answer; the default limit if absent. */
  readonly answerLimit?: number
}

/** Reads a record as it was at one of its versions. */
export interface VersionPlan {
  readonly operation: 'version'
  readonly model: Model
  readonly authorization: Authorization
  readonly id: number
  readonly version: number
}
