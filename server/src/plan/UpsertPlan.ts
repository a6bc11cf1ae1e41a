import type { Sent } from '../call/Sent.ts'
import type { Model } from '../model/Model.ts'
import type { Lookup } from './Lookup.ts'
import type { UpdatePlan, WriteContext } from './Plan.ts'
import type { RefusedRows } from './RefusedRows.ts'
import type { Selection } from './Selection.ts'

/** Updates the records whose key is known and creates the others, all of them or none. */
export interface UpsertPlan {
  readonly operation: 'upsert'
  readonly model: Model
  /** The names of the key's fields. */
  readonly key: readonly string[]
  /** A record that names its id is a plain update, in spite of the key. */
  readonly records: readonly (UpsertRecord | UpdatePlan)[]
  /** The records if some are refused already; `records` is empty then. */
  readonly refused?: RefusedRows<UpsertRecord | UpdatePlan>
  /** Whether the request is about one record, and not about a list. */
  readonly isSingle: boolean
  readonly context: WriteContext
  /** What the answer shows of the records; all of their own fields if absent. */
  readonly selection?: Selection
}

/** A record that is updated if its key is known, and created otherwise. */
export interface UpsertRecord {
  readonly operation: 'upsert'
  /** Its path in the request: `3.`. */
  readonly path: string
  readonly key: Lookup
  /** The version that was sent, which must be the current one; the current one if absent. */
  readonly version: number | undefined
  /** The change if the key is known. Its id and version become known only then. */
  readonly change: UpdatePlan
  /** The record as it was sent. It is planned as a new one only if its key is not known. */
  readonly sent: Sent
}
