import type { Field } from './field/Field.ts'
import { fieldTypes } from './field/fieldTypes.ts'
import type { ModelDeclaration, SearchDeclaration } from './declare.ts'
import { type Model, writeActions } from './Model.ts'
import { toConstraints, toUnique, withPeriodChecks } from './toConstraints.ts'
import type { DeclaredView, ViewDeclaration } from './DeclaredView.ts'
import { withRequiredChecks } from './fieldConditions.ts'
import { commentsOf } from './relation/comments.ts'
import { archiveFields } from './archive.ts'
import { isRelationType, type Relation } from './relation/Relation.ts'

/** The plain form of a declaration. Mistakes are not corrected: `checkModels` finds them. */
export function toModel(declaration: ModelDeclaration): Model {
  const { name, label, plural, title, list, fields, search, indexes, unique, together } = declaration
  const { transitions, undoTransitions, sections, group, icon, nav, sortBy, pick, views, only } = declaration
  const { archive, keepHistory, was } = declaration
  const declared = Object.entries(fields ?? {})
  const constraints = toConstraints(declaration)
  const checks = withPeriodChecks(
    withRequiredChecks(declaration.checks, declared),
    constraints,
    declared.map(([key]) => key),
  )
  return {
    name,
    label: label ?? toLabel(String(name).split('.').at(-1) ?? ''),
    ...(plural === undefined ? {} : { plural }),
    title,
    list: list ?? [title],
    fields: [
      ...declared.flatMap(([key, field]) => (isRelationType(field.type) ? [] : [toField(key, field)])),
      ...(archive === true ? archiveFields : []),
    ],
    relations: declared.flatMap(([key, field]) => (isRelationType(field.type) ? [toRelation(name, key, field)] : [])),
    ...(sortBy === undefined ? {} : { sortBy }),
    ...(pick === undefined ? {} : { pick }),
    ...toSearch(search),
    ...(indexes === undefined ? {} : { indexes }),
    ...toUnique(unique),
    ...(constraints.length === 0 ? {} : { constraints }),
    ...(together === undefined ? {} : { together }),
    ...(sections === undefined ? {} : { sections }),
    ...(group === undefined ? {} : { group }),
    ...(icon === undefined ? {} : { icon }),
    ...(nav === undefined ? {} : { nav }),
    ...(views === undefined ? {} : { views: toViews(views) }),
    ...(checks === undefined ? {} : { checks }),
    ...(transitions === undefined ? {} : { transitions }),
    // Anything else but a boolean stays, so that `checkModels` finds it.
    ...([undefined, true].includes(undoTransitions) ? {} : { undoTransitions: undoTransitions as false }),
    ...(only === undefined ? {} : { only: only === 'actions' ? { '*': writeActions } : only }),
    ...(archive === undefined ? {} : { archive }),
    ...(keepHistory === undefined ? {} : { keepHistory }),
    ...(was === undefined ? {} : { was }),
  }
}

/** Views by name as a list. What is no object stays as it is, so that `checkModels` finds it. */
function toViews(views: Readonly<Record<string, ViewDeclaration>>): readonly DeclaredView[] {
  if (typeof views !== 'object' || views === null || Array.isArray(views)) return views as never
  return Object.entries(views).map(([name, view]) =>
    typeof view === 'object' && view !== null ? { name, label: toLabel(name), ...view } : view,
  )
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

function toRelation(model: string, name: string, declaration: object): Relation {
  const { type, label, ...others } = declaration as Partial<Relation>
  const rule = type === 'links' ? { onDelete: 'clear' } : {}
  if ('comments' in others)
    return { name, type, label: label ?? toLabel(name), ...others, target: commentsOf(model) } as Relation
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
