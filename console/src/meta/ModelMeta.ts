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
  /** The operators, each with what it takes. Those of a rollup are those of the field that it results in. */
  readonly operators?: Readonly<Record<string, string>>
}

/** Whether something may be done: with all records, with some of them, or with none. */
export type Extent = 'all' | 'some' | 'none'

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
  readonly target?: string
  readonly by?: string
  readonly onDelete?: string
  /** What a formula results in. */
  readonly result?: { readonly type: 'integer' | 'decimal' }
  /** What a rollup computes, and of which field of a relation. */
  readonly function?: string
  readonly of?: string
  /** How values are shown, out of a closed list. */
  readonly view?: 'markdown' | 'code' | 'colour' | 'phone' | 'money' | 'percent'
  readonly may?: { readonly read: Extent; readonly create: Extent; readonly update: Extent }
}

/** The actions of rules. */
export type Action = 'read' | 'create' | 'update' | 'delete'

/** A named part of a form. */
export interface Section {
  readonly label: string
  readonly fields: readonly string[]
}

/** A model, as the caller may know it. */
export interface ModelMeta {
  readonly name: string
  readonly label: string
  readonly title: string
  readonly list: readonly string[]
  readonly search?: readonly string[]
  readonly sections?: readonly Section[]
  readonly group?: string
  readonly together?: readonly (readonly string[])[]
  readonly indexes?: readonly (readonly string[])[]
  readonly transitions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** The fields that only actions write. */
  readonly only?: Readonly<Record<string, 'actions'>>
  readonly fields: readonly FieldMeta[]
  readonly may: Readonly<Record<Action, Extent>>
}

/** Whether a field leads to many records, and so is shown only where it is asked for. */
export function isRelation({ type }: FieldMeta): boolean {
  return type === 'collection' || type === 'links'
}

/** Whether the service computes the values of a field, so that nobody fills it in. */
export function isComputed({ type, traits }: FieldMeta): boolean {
  return traits ? !traits.writable : rowOf(type).computed === true
}

/** The title of a record: its title field, or its number. */
export function titleOf(model: Pick<ModelMeta, 'title'>, record: RecordLink): string {
  const title = record[model.title]
  return typeof title === 'string' && title !== '' ? title : typeof title === 'number' ? String(title) : `#${record.id}`
}
