import type { Field } from './field/Field.ts'
import type { Relation } from './relation/Relation.ts'

/**
 * The plain-data form of a declared model: JSON through and through. Everything else reads this form (schema planner,
 * validator, statements, documentation), never the declaration that it came from.
 */
export interface Model {
  /** Fully qualified: `com.example.contacts.Contact`. */
  readonly name: string
  readonly label: string
  /** The field that stands for the record where another record refers to it. */
  readonly title: string
  /** The fields that find answers beside `id` and `version`. */
  readonly list: readonly string[]
  /** What the record's own row keeps. */
  readonly fields: readonly Field[]
  /** Many records of other models: collections and links. */
  readonly relations: readonly Relation[]
  /** The text fields that `q` searches; none where absent. */
  readonly search?: readonly string[]
  /** Sorts and filters that are frequent: an index over these fields each, `-` for descending. */
  readonly indexes?: readonly (readonly string[])[]
  /** Groups of fields that make sense only together, such as an address: a conflict takes them as one. */
  readonly together?: readonly (readonly string[])[]
  /** For how many days the journal keeps what happened; for ever where absent. */
  readonly keepHistory?: number
  /** The name that the model had before, where it was renamed. */
  readonly was?: string
}

/** What every record carries beside its declared fields. Names a field cannot have. */
export const builtInFields = ['id', 'version', 'createdOn', 'createdBy', 'updatedOn', 'updatedBy'] as const

/** Members of a record that the service writes and a client may send back, but never sets. */
export const auditFields: readonly string[] = ['createdOn', 'createdBy', 'updatedOn', 'updatedBy']
