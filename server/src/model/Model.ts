import type { Check, Transitions } from './Check.ts'
import type { Field } from './field/Field.ts'
import type { Relation } from './relation/Relation.ts'

/**
 * The plain form of a declared model: only JSON values. All other code (schema planner, validator, statements,
 * documentation) reads this form and not the declaration.
 */
export interface Model {
  /** Fully qualified: `com.example.contacts.Contact`. */
  readonly name: string
  readonly label: string
  /** The field that represents the record in records that refer to it. */
  readonly title: string
  /** The fields that find returns, in addition to `id` and `version`. */
  readonly list: readonly string[]
  /** The fields in the record's own row. */
  readonly fields: readonly Field[]
  /** Relations to many records of other models: collections and links. */
  readonly relations: readonly Relation[]
  /** The text fields that `q` searches; none if absent. */
  readonly search?: readonly string[]
  /** False if `q`, and `like` in the search fields, ignore accents. */
  readonly accents?: false
  /** Frequent sorts and filters: each list of fields gets an index, `-` means descending. */
  readonly indexes?: readonly (readonly string[])[]
  /** Groups of fields whose values together occur in one record only. */
  readonly unique?: readonly (readonly string[])[]
  /** Groups of fields that belong together, such as an address: a merge treats each group as one field. */
  readonly together?: readonly (readonly string[])[]
  /** The parts of a form, in their order. Fields that are in none come after them. */
  readonly sections?: readonly Section[]
  /** The heading under which a console lists the model, with others of the same group. */
  readonly group?: string
  /** Conditions that every record must meet when it is written. */
  readonly checks?: readonly Check[]
  /** Which values of a choice may follow which. */
  readonly transitions?: Transitions
  /** The fields that only actions, reactions, schedules and jobs write. */
  readonly only?: Only
  /** The number of days that the journal keeps; unlimited if absent. */
  readonly keepHistory?: number
  /** The former name of a renamed model. */
  readonly was?: string
}

/** Who writes which fields, if requests for records do not. */
export type Only = Readonly<Record<string, 'actions'>>

/** A part of a form: a heading, and the fields and relations under it. */
export interface Section {
  readonly label: string
  readonly fields: readonly string[]
}

/** The members of every record, in addition to its declared fields. A field cannot have one of these names. */
export const builtInFields = ['id', 'version', 'createdOn', 'createdBy', 'updatedOn', 'updatedBy'] as const

/** The same with their types and names for people. An author is `{id, username}`, or null. */
export const everyRecordHas = [
  { name: 'id', type: 'integer', label: 'Id' },
  { name: 'version', type: 'integer', label: 'Version' },
  { name: 'createdOn', type: 'dateTime', label: 'Created on' },
  { name: 'createdBy', type: 'author', label: 'Created by' },
  { name: 'updatedOn', type: 'dateTime', label: 'Updated on' },
  { name: 'updatedBy', type: 'author', label: 'Updated by' },
] as const satisfies readonly { readonly name: (typeof builtInFields)[number]; type: string; label: string }[]

/** Members that only the service sets. A client may send them back, and the service ignores them. */
export const auditFields: readonly string[] = ['createdOn', 'createdBy', 'updatedOn', 'updatedBy']
