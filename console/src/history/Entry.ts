import type { Json } from '../meta/ModelMeta.ts'

/** What a write did to a field. A secret has no values. */
export interface Change {
  readonly from?: Json
  readonly to?: Json
  readonly secret?: boolean
}

/** One write in the history of a record. */
export interface Entry {
  readonly version: number
  readonly operation: 'create' | 'update' | 'delete' | 'restore'
  readonly on: string
  readonly by: { readonly id: number; readonly username: string; readonly name?: string | null } | null
  readonly requestId: string
  /** The change set that it belongs to, if several records were written together. */
  readonly changeSet?: number
  /** The operation that wrote the change set, and the name of its action, job, reaction or schedule. */
  readonly through?: string
  readonly name?: string
  readonly changes: Readonly<Record<string, Change>>
}

/** A part of the history, newest first. */
export interface Past {
  readonly entries: readonly Entry[]
  /** How many entries there are in all. */
  readonly total: number
}
