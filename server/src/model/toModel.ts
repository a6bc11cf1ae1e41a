import type { Field } from './field/Field.ts'
import { fieldTypes } from './field/fieldTypes.ts'
import type { ModelDeclaration, SearchDeclaration } from './declare.ts'
import type { Model } from './Model.ts'
import { isRelationType, type Relation } from './relation/Relation.ts'

/** The plain form of a declaration. Mistakes are not corrected: `checkModels` finds them. */
export function toModel(declaration: ModelDeclaration): Model {
  const { name, label, title, list, fields, search, indexes, unique, together, checks, transitions } = declaration
  const { sections, group, only, keepHistory, was } = declaration
  const declared = Object.entries(fields ?? {})
  return {
    name,
    label: label ?? toLabel(String(name).split('.').at(-1) ?? ''),
    title,
    list: list ?? [title],
    fields: declared.flatMap(([key, field]) => (isRelationType(field.type) ? [] : [toField(key, field)])),
    relations: declared.flatMap(([key, field]) => (isRelationType(field.type) ? [toRelation(key, field)] : [])),
    ...toSearch(search),
    ...(indexes === undefined ? {} : { indexes }),
    ...(unique === undefined ? {} : { unique }),
    ...(together === undefined ? {} : { together }),
    ...(sections === undefined ? {} : { sections }),
    ...(group === undefined ? {} : { group }),
    ...(checks === undefined ? {} : { checks }),
    ...(transitions === undefined ? {} : { transitions }),
    ...(only === undefined ? {} : { only }),
    ...(keepHistory === undefined ? {} : { keepHistory }),
    ...(was === undefined ? {} : { was }),
  }
}

/** A search that is not declared as it should be stays as it is, so that `checkModels` finds it. */
function toSearch(search: ModelDeclaration['search']): Pick<Model, 'search' | 'accents'> {
  if (search === undefined) return {}
  if (Array.isArray(search) || !isSearchDeclaration(search)) return { search: search as readonly string[] }
  return { search: search.fields, ...(search.accents === false ? { accents: false } : {}) }
}

function isSearchDeclaration(search: unknown): search is SearchDeclaration<string> {
  if (typeof search !== 'object' || search === null || !('fields' in search)) return false
  const isKnown = Object.keys(search).every((member) => member === 'fields' || member === 'accents')
  return isKnown && (!('accents' in search) || typeof search.accents === 'boolean')
}

function toField(name: string, declaration: object): Field {
  const { type, label, required, unique, indexed, ...others } = declaration as Partial<Field>
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  return {
    name,
    type,
    label: label ?? toLabel(name),
    required: required ?? false,
    unique: unique ?? false,
    indexed: indexed ?? false,
    ...Object.fromEntries(given),
  } as Field
}

function toRelation(name: string, declaration: object): Relation {
  const { type, label, ...others } = declaration as Partial<Relation>
  const rule = type === 'links' ? { onDelete: 'clear' } : {}
  return { name, type, label: label ?? toLabel(name), ...rule, ...others } as Relation
}

/** The label of a name that has none of its own: `firstName` becomes `First name`. */
export function toLabel(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether the text names a type of field. */
export function isFieldType(type: unknown): type is Field['type'] {
  return typeof type === 'string' && Object.hasOwn(fieldTypes, type)
}
