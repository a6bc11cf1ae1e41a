import { suggest } from '../text/didYouMean.ts'
import { withoutSign } from './order.ts'
import type { Field } from './field/Field.ts'
import { findType } from './field/fieldTypes.ts'
import { isSecret, maxIndexedLength } from './field/text.ts'
import type { Model } from './Model.ts'
import { isSearchable } from './searchFields.ts'

const maxIndexFields = 8

/** Built-in members that an index can contain. Rules about a user's own records filter by them. */
export const indexableColumns = ['createdOn', 'createdBy', 'updatedOn', 'updatedBy']

/** Whether the `indexes` of a model can contain the field. */
export function isIndexable(field: Field): boolean {
  return findType(field)?.indexable === true && !isSecret(field)
}

const searchExample =
  "search must be an array of field names, such as search: ['name'], or search: { fields: ['name'], accents: false }"

/** Returns the mistakes in `search`. Each message says what to write instead. */
export function checkSearch({ search = [], fields }: Model): string[] {
  if (!Array.isArray(search)) return [searchExample]
  const textual = fields.filter(isSearchable).map(({ name }) => name)
  return [
    ...search
      .filter((name) => !textual.includes(name))
      .map(
        (name) => `search names "${name}", which is not a text field of the model.${suggest(String(name), textual)}`,
      ),
    ...(new Set(search).size < search.length ? ['search must not name a field twice'] : []),
  ]
}

/** Returns the mistakes in `indexes`. Each message says what to write instead. */
export function checkIndexes(model: Model): string[] {
  const { indexes = [] } = model
  const example = "indexes must be lists of field names, such as indexes: [['status', '-createdOn']]"
  if (!Array.isArray(indexes) || !indexes.every((index) => Array.isArray(index) && index.length > 0)) return [example]
  const lists = indexes.map((index) => index.map(String))
  const unknown = checkNames(lists, model)
  if (unknown.length > 0) return unknown
  const twice = new Set(lists.map((list) => list.join())).size < lists.length
  return [
    ...lists.flatMap((list) => checkIndexed(list, model, 'indexes')),
    ...(twice ? ['indexes must not have the same list twice'] : []),
  ]
}

/** Returns the mistakes in `unique`. Each message says what to write instead. */
export function checkUnique(model: Model): string[] {
  const { unique = [], fields } = model
  const example = "unique must be groups of two fields or more, such as unique: [['order', 'product']]"
  if (!Array.isArray(unique) || !unique.every((group) => Array.isArray(group) && group.length > 1)) return [example]
  const groups = unique.map((group) => group.map(String))
  const known = fields.filter(isIndexable).map(({ name }) => name)
  const unknown = groups.flat().filter((name) => !known.includes(name))
  if (unknown.length > 0) return unknown.map((name) => `unique names "${name}", ${whyNotIndexed(name, model, known)}`)
  const alone = fields.filter(({ name, unique: isUnique }) => isUnique && groups.flat().includes(name))
  const twice = new Set(groups.map((group) => group.toSorted().join())).size < groups.length
  return [
    ...groups.flatMap((group) => checkIndexed(group, model, 'unique')),
    ...alone.map(({ name }) => `unique has a group with "${name}", which is unique by itself: leave the group out`),
    ...(twice ? ['unique must not have the same group twice'] : []),
  ]
}

function checkNames(lists: readonly (readonly string[])[], model: Model): string[] {
  const known = [...model.fields.filter(isIndexable).map(({ name }) => name), ...indexableColumns]
  return lists
    .flat()
    .map(withoutSign)
    .filter((name) => !known.includes(name))
    .map((name) => `indexes names "${name}", ${whyNotIndexed(name, model, known)}`)
}

/** Why an index can't contain a name, and which ones it can. */
export function whyNotIndexed(name: string, { fields }: Model, known: readonly string[]): string {
  const isField = fields.some((field) => field.name === name)
  return `which ${isField ? 'cannot be indexed' : 'is not a field of the model'}.${suggest(name, known)}`
}

/** Returns the mistakes in a list of fields that an index contains. */
export function checkIndexed(list: readonly string[], model: Model, member: string): string[] {
  const names = list.map(withoutSign)
  const where = `${member}: [${list.map((name) => `'${name}'`).join(', ')}]`
  if (new Set(names).size < names.length) return [`${where} must not name a field twice`]
  if (names.length > maxIndexFields) return [`${where} has more than ${maxIndexFields} fields`]
  const fields = model.fields.filter(({ name }) => names.includes(name))
  const length = fields.reduce((sum, field) => sum + (findType(field)?.indexLength?.(field, model, findType) ?? 0), 0)
  if (length <= maxIndexedLength) return []
  return [`${where} contains text that is too long for an index: write max: … for ${maxIndexedLength} or less together`]
}
