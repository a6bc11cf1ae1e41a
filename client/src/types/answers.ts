import type { ModelShape } from './Schema.ts'
import type { Author } from './Shown.ts'

/** A page of records. */
export interface Page<Record, Total> {
  records: Record[]
  /** How many records there are in all; undefined if the total was left out. */
  total: Total extends false ? undefined : number
  offset: number
  /** What the next page is asked for with; undefined at the end. */
  next: string | undefined
}

/** How many other records a delete cleared a reference of, and how many it deleted. */
export interface Touched {
  cleared: number
  deleted: number
}

/** What a dry run shows of many changes: those of the first records, and the counts of all. */
export interface ChangePreview<Field extends string = string> {
  records: {
    /** Null if the record would be created. */
    id: number | null
    /** The title; undefined if the caller may not read it. */
    title?: unknown
    /** Empty if the record has the values already. */
    changes: ChangesOf<Field>
  }[]
  changed: number
  same: number
  /** How many would be created; undefined if none would. */
  created: number | undefined
  /** How many records meet the criteria; undefined if they were named. */
  total: number | undefined
}

/** What a dry run shows of many deletes: the first records, and the counts of all. */
export interface DeletePreview extends Touched {
  records: { id: number; title?: unknown }[]
  total: number
}

/** The changes of one record by field. */
export type ChangesOf<Field extends string> = {
  readonly [F in Field]?: { readonly from?: unknown; readonly to?: unknown; readonly secret?: true }
}

/** A record that was brought back. */
export interface Restored<Record> {
  record: Record
  /** Linked records that no longer exist, by the name of the links. */
  missing: { readonly [links: string]: readonly number[] }
  /** What became of the members of its collections, if they were asked for. */
  members: { readonly recreated: number; readonly changed: number; readonly removed: number } | undefined
}

/** What one write changed. */
export interface Entry<Field extends string = string> {
  version: number
  operation: 'create' | 'update' | 'delete' | 'restore'
  on: string
  by: Author | null
  requestId: string
  changes: ChangesOf<Field>
  /** The model and the id of the record, if members are listed. */
  model?: string
  id?: number
}

/** A record that was deleted. */
export type Deleted<Model extends ModelShape> = {
  id: number
  /** The version of the delete, by which the record is restored. */
  version: number
  on: string
  by: Author | null
} & { [Title in Model['title']]?: unknown }

/** A model as data. */
export interface Description {
  name: string
  label: string
  title: string
  list: string[]
  fields: { readonly name: string; readonly type: string; readonly label: string; readonly [option: string]: unknown }[]
  may: string[]
  readonly [member: string]: unknown
}

/** Whether somebody may do something, and why. */
export interface Explanation {
  user: unknown
  model: string
  action: string
  id: number | null
  allowed: boolean | 'some'
  why: string
  rules: readonly Readonly<Record<string, unknown>>[]
  readonly [member: string]: unknown
}

/** Who the caller is. */
export interface Me {
  user: {
    id: number
    username: string
    name: string
    admin: boolean
    roles: string[]
    /** The session, if the caller logged in. */
    session?: { readonly since: string; readonly until: string }
    /** The API key, if the caller has one. */
    key?: { readonly id: number; readonly name: string; readonly until: string | null }
  }
  /** What the caller may do with some records of each model at least. */
  models: { readonly [model: string]: readonly ('read' | 'create' | 'update' | 'delete')[] }
}
