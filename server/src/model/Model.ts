import type { Check, Transitions } from './Check.ts'
import type { Constraint } from './Constraint.ts'
import type { Field } from './field/Field.ts'
import type { Words } from '../text/words.ts'
import type { DeclaredView } from './DeclaredView.ts'
import type { InNavigation } from './navigation.ts'
import type { Relation } from './relation/Relation.ts'

/**
 * The plain form of a declared model: only JSON values. All other code (schema planner, validator, statements,
 * documentation) reads this form and not the declaration.
 */
export interface Model extends InNavigation {
  /** Fully qualified: `com.example.contacts.Contact`. */
  readonly name: string
  readonly label: Words
  /** The name of several records; the label if absent. */
  readonly plural?: Words
  /** The field that represents the record in records that refer to it. */
  readonly title: string
  /** The fields that find returns, in addition to `id` and `version`. */
  readonly list: readonly string[]
  /** The order of lists that ask for none, `-` means descending; by id if absent. It is always ended by the id. */
  readonly sortBy?: readonly string[]
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
  /** Conditions over several records: declared as objects in `unique`, `noOverlap` and `atMost`. */
  readonly constraints?: readonly Constraint[]
  /** Groups of fields that belong together, such as an address: a merge treats each group as one field. */
  readonly together?: readonly (readonly string[])[]
  /** The parts of a form, in their order. Fields that are in none come after them. */
  readonly sections?: readonly Section[]
  /** The lists that a console offers as tabs, in their order. */
  readonly views?: readonly DeclaredView[]
  /** Conditions that every record must meet when it is written. */
  readonly checks?: readonly Check[]
  /** Which values of a choice may follow which. */
  readonly transitions?: Transitions
  /** False if an undo does not go back along a transition, unless the way back is declared. */
  readonly undoTransitions?: false
  /** The fields that only actions, reactions, schedules and jobs write, and what only they do with records. */
  readonly only?: Only
  /** Whether records can be archived: then they are hidden in lists, and have `archivedOn` and `archivedBy`. */
  readonly archive?: true
  /** The number of days that the journal keeps; unlimited if absent. */
  readonly keepHistory?: number
  /** The former name of a renamed model. */
  readonly was?: string
}

/** What rules allow to write. */
export const writeActions = ['create', 'update', 'delete'] as const
export type WriteAction = (typeof writeActions)[number]

/** Which fields requests for records do not write, and under `*` what they do not do with whole records. */
export type Only = { readonly '*'?: readonly WriteAction[] } & Readonly<
  Record<string, 'actions' | readonly WriteAction[] | undefined>
>

/** The names of the fields and relations of a model that only actions, reactions, schedules and jobs write. */
export function fieldsOfLogic({ only = {} }: Pick<Model, 'only'>): string[] {
  return Object.keys(only).filter((name) => name !== '*')
}

/** What only actions, reactions, schedules and jobs do with the records of a model. */
export function actionsOfLogic({ only }: Pick<Model, 'only'>): readonly WriteAction[] {
  return only?.['*'] ?? []
}

/** A part of a form: a heading, and the fields and relations under it. */
export interface Section<Name extends string = string> {
  readonly label: Words
  /** Names of fields and relations, also with the columns of twelve that they take: `{ name: 'note', width: 12 }`. */
  readonly fields: readonly (Name | PlacedField<Name>)[]
  /** Forms show it while this is true: criteria, or an expression; always if absent. */
  readonly when?: object | string
  /** Whether a tab begins with it, which goes on until the next one. Models with more than six sections have tabs. */
  readonly tab?: true
  /** How many fields stand side by side: 1 to 4. */
  readonly columns?: number
}

/** A field of a section with the columns of twelve that it takes. */
export interface PlacedField<Name extends string = string> {
  readonly name: Name
  readonly width?: number
}

/** The names of the fields and relations of a section. */
export function namesIn({ fields }: Section): string[] {
  return fields.map((field) => (typeof field === 'string' ? field : field.name))
}

/** The members of every record, in addition to its declared fields. A field cannot have one of these names. */
export const builtInFields = ['id', 'version', 'createdOn', 'createdBy', 'updatedOn', 'updatedBy'] as const

export type BuiltInField = (typeof builtInFields)[number]

/** The same with their types and names for people. An author is `{id, username, name}`, or null. */
export const everyRecordHas = [
  { name: 'id', type: 'integer', label: 'Id' },
  { name: 'version', type: 'integer', label: 'Version' },
  { name: 'createdOn', type: 'dateTime', label: 'Created on' },
  { name: 'createdBy', type: 'author', label: 'Created by' },
  { name: 'updatedOn', type: 'dateTime', label: 'Updated on' },
  { name: 'updatedBy', type: 'author', label: 'Updated by' },
] as const satisfies readonly { readonly name: BuiltInField; type: string; label: string }[]

/** Whether every record has a member of that name. */
export function isBuiltInField(name: string): name is BuiltInField {
  return (builtInFields as readonly string[]).includes(name)
}

/** Members that only the service sets. A client may send them back, and the service ignores them. */
export const auditFields: readonly string[] = ['createdOn', 'createdBy', 'updatedOn', 'updatedBy']
