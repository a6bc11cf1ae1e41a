import type { ExpressionTree } from '@tabularium/client/expression'
import type { LinesMeta } from './lines.ts'
import { jobModel } from './ownModels.ts'
import type { FormTest, Section } from './Section.ts'
import type { ViewMeta } from './ViewMeta.ts'
import { type FieldType, rowOf, type UnknownType } from './fieldTypes.ts'

/** One value of a record, as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A record as the service answers it. */
export type RecordJson = { readonly id: number; readonly version: number } & { readonly [field: string]: Json }

/** Another record, as a reference, a collection or links show it: with its title if the caller may read it. */
export type RecordLink = { readonly id: number; readonly version?: number } & { readonly [field: string]: Json }

/** What a service says about a type of field; older ones say nothing. */
export interface TypeTraits {
  readonly writable: boolean
  readonly sortable?: boolean
  /** The operators, each with what it takes. Those of a rollup or formula are those of what it results in. */
  readonly operators?: Readonly<Record<string, string>>
}

/** Whether something may be done: with all records, with some of them, or with none. */
export type Extent = 'all' | 'some' | 'none'

/** The colours of the values of a choice. */
export type ChoiceColor = 'gray' | 'red' | 'orange' | 'amber' | 'green' | 'teal' | 'blue' | 'indigo' | 'purple' | 'pink'

/** A field of a model, as the caller may know it: its options are those of its declaration. */
export interface FieldMeta {
  readonly name: string
  readonly type: FieldType | UnknownType
  /** What the service says about the type. */
  readonly traits?: TypeTraits
  readonly label: string
  readonly help?: string
  readonly required?: boolean
  readonly unique?: boolean
  readonly indexed?: boolean
  /** A constant or a variable, or what `defaultTreeOf` finds in it. */
  readonly default?: Json
  readonly max?: number | string
  readonly min?: number | string
  readonly pattern?: string
  readonly format?: 'email' | 'url'
  readonly multiline?: boolean
  readonly secret?: boolean
  readonly precision?: number
  readonly scale?: number
  readonly values?: readonly string[]
  readonly labels?: Readonly<Record<string, string>>
  /** The colours of values. */
  readonly colors?: Readonly<Record<string, ChoiceColor>>
  /** The values that records keep, and that can't be newly chosen. */
  readonly retired?: readonly string[]
  readonly target?: string
  /** Which records forms offer, with `$source` for values of the form's record; of a rollup, which it is of. */
  readonly where?: unknown
  readonly by?: string
  /** The order of a collection; that of its records' model if absent. */
  readonly sortBy?: readonly string[]
  /** What a form shows of the records of a collection, and whether it edits them. */
  readonly columns?: readonly string[]
  readonly edit?: 'grid' | 'list'
  /** How a form edits the records of a collection, if it does. */
  readonly lines?: LinesMeta
  /** The currency of amounts: a code, or the field of the record that has it. */
  readonly currency?: string | { readonly field: string }
  readonly onDelete?: string
  /** What a formula results in. */
  readonly result?: {
    readonly type: 'integer' | 'decimal' | 'text' | 'boolean' | 'date' | 'dateTime'
    readonly scale?: number
  }
  /** How a formula is computed, unless it names what the caller may not know. */
  readonly tree?: ExpressionTree
  /** What a rollup computes, and of which field of a relation. */
  readonly function?: string
  readonly of?: string
  /** What follows for a rollup from the records that it is of: a field of the type that its value has. */
  readonly resolved?: { readonly result: Omit<FieldMeta, 'when' | 'requiredWhen'> }
  /** How values are shown, out of a closed list. */
  readonly view?: 'markdown' | 'code' | 'color' | 'colour' | 'phone' | 'money' | 'percent'
  readonly may?: { readonly read: Extent; readonly create: Extent; readonly update: Extent }
  /** When a form shows it, and when it must have a value. */
  readonly when?: FormTest
  readonly requiredWhen?: FormTest
  /** Whether it says when or by whom the record was archived: the button does that, and no form. */
  readonly ofArchive?: true
}

/** The actions of rules. */
export type Action = 'read' | 'create' | 'update' | 'delete'

/** A condition that records must meet, with what is wrong with those that do not. */
export interface CheckMeta {
  readonly name: string
  /** The fields whose values a person would correct. */
  readonly fields: readonly string[]
  readonly message: string
  /** What must not be false. */
  readonly tree?: ExpressionTree
  /** Which records it is about; all if absent. */
  readonly whenTree?: ExpressionTree
}

/** A model, as the caller may know it. */
export interface ModelMeta {
  readonly name: string
  readonly label: string
  /** The name of several records; the label if absent. */
  readonly plural?: string
  readonly title: string
  readonly list: readonly string[]
  /** The order of lists that ask for none. */
  readonly sortBy?: readonly string[]
  /** What a picker shows of each record. */
  readonly pick?: readonly string[]
  readonly search?: readonly string[]
  readonly sections?: readonly Section[]
  readonly group?: string
  readonly icon?: string
  readonly nav?: boolean
  /** The lists that are offered as tabs. */
  readonly views?: readonly ViewMeta[]
  readonly together?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
  readonly transitions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Whether an undo does not go back along a transition either. */
  readonly undoTransitions?: false
  readonly checks?: readonly CheckMeta[]
  /** The fields that only actions write. */
  readonly only?: Readonly<Record<string, 'actions'>>
  /** Whether records can be archived. */
  readonly archive?: true
  /** For how many days the history is kept; always if absent. */
  readonly keepHistory?: number
  /** Records are read by their ids alone, as one's own user is: there is no list. */
  readonly byId?: true
  readonly fields: readonly FieldMeta[]
  readonly may: Readonly<Record<Action, Extent>>
}

/** Whether the caller may list records of a model. */
export function mayList({ may, byId }: ModelMeta): boolean {
  return may.read !== 'none' && !byId
}

/** Whether a field leads to many records, and so is shown only where it is asked for. */
export function isRelation({ type }: FieldMeta): boolean {
  return type === 'collection' || type === 'links'
}

/** Whether the service computes the values of a field, so that nobody fills it in. */
export function isComputed({ type, traits, ofArchive }: FieldMeta): boolean {
  return ofArchive ?? (traits ? !traits.writable : rowOf(type).computed === true)
}

/** Whether the history has the values of a field. */
export function isJournaled(field: FieldMeta): boolean {
  return field.ofArchive === true || !isComputed(field)
}

/** What several records of a model are called. */
export function manyOf({ label, plural }: Pick<ModelMeta, 'label' | 'plural'>): string {
  return plural ?? label
}

/** The title of a record: its title field, or its number. */
export function titleOf(model: Pick<ModelMeta, 'title'> & { readonly name?: string }, record: RecordLink): string {
  const title = record[model.title]
  if (model.name === jobModel && typeof title === 'string') return nameInWords(title)
  return typeof title === 'string' && title !== '' ? title : typeof title === 'number' ? String(title) : `#${record.id}`
}

/** The last part of a name of code, in words: `com.example.orders.voidOldDrafts` is “Void old drafts”. */
export function nameInWords(name: string): string {
  const last = name.split('.').at(-1) ?? name
  const words = last.replace(/(?<=[a-z0-9])([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The variable that a field begins with, such as `$today`, if it does; a text may begin with a dollar itself. */
export function defaultVariableOf({ type, default: value }: FieldMeta): string | undefined {
  const takesVariables = type === 'date' || type === 'dateTime' || type === 'reference'
  return takesVariables && typeof value === 'string' && value.startsWith('$') ? value : undefined
}

/** How the default of a field is computed, if it is an expression. */
export function defaultTreeOf({ default: value }: FieldMeta): ExpressionTree | undefined {
  if (typeof value !== 'object' || value === null || !('tree' in value)) return undefined
  return value.tree as unknown as ExpressionTree
}
