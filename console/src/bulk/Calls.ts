import type { Json } from '../meta/ModelMeta.ts'
import type { RecordName, Values, ValuesOf } from './Target.ts'

/** A record as it is now, and what the caller may do with it. */
export interface SeenRecord extends RecordName {
  readonly title: string
  readonly mayChange: boolean
  readonly mayDelete: boolean
}

/** What a write would do to one record. */
export interface Shown {
  readonly id: number
  readonly title: string
  readonly changes: Readonly<Record<string, { readonly from?: Json; readonly to?: Json; readonly secret?: true }>>
}

/** What a write would do: to each of its records, and how many others are deleted or lose their reference. */
export interface Trial {
  readonly records: readonly Shown[]
  /** How many have the values already. */
  readonly same: number
  readonly deleted: number
  readonly cleared: number
}

/** The change set of a call, by which it can be undone; undefined if nothing was written. */
export type SetId = number | undefined

/** The calls of the service that bulk changes are made of, for the records of one model. */
export interface Calls {
  /** The first records that meet criteria and words, by id. */
  look(criteria: Json, q: string, limit: number): Promise<readonly SeenRecord[]>
  /** Does the write, shows what it did, and takes it back. */
  tryChange(records: readonly RecordName[], valuesOf: ValuesOf): Promise<Trial>
  tryDelete(records: readonly RecordName[]): Promise<Trial>
  change(records: readonly RecordName[], valuesOf: ValuesOf, key: string): Promise<SetId>
  /** Changes all records that meet criteria; more than `most` are refused. */
  changeMatching(criteria: Json, most: number, values: Values, key: string): Promise<SetId>
  delete(records: readonly RecordName[], key: string): Promise<SetId>
}

/** Why a record is refused: the field, where it is about one, and the message. */
export interface Refusal {
  readonly field: string | undefined
  readonly message: string
  /** The fields of other records that refer to it, with their models, if that is why. */
  readonly referrers?: readonly string[]
}
