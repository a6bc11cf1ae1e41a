import { archivedOn } from '../model/archive.ts'
import type { Field } from '../model/field/Field.ts'
import { isAuthor } from '../model/field/reference.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import { columnOf } from '../model/names.ts'
import { objectNames, searchIndexOf, sortIndexOf, uniqueGroupOf } from '../model/objectNames.ts'
import { join, name, sql, type Sql } from '../sql/sql.ts'
import { searchText } from '../statement/condition/searchText.ts'
import { sortKey } from '../statement/condition/sortKey.ts'
import type { DesiredIndex } from './DesiredTable.ts'

/** The indexes that a model declares: for its fields, its frequent sorts, and its search. */
export function toDesiredIndexes(model: Model): DesiredIndex[] {
  return [...model.fields.flatMap((field) => toFieldIndex(field, model)), ...toModelIndexes(model)]
}

/** The indexes that belong to no single field. Their names contain a hash of the definition. */
export function toModelIndexes(model: Model): DesiredIndex[] {
  return [
    ...(model.indexes ?? []).map((keys) => toSortIndex(keys, model)),
    ...(model.unique ?? []).map((group) => toGroupIndex(group, model)),
    ...toSearchIndex(model),
    ...toShownIndex(model),
  ]
}

/** Lists by id leave out archived records, which may be most of a table, and the oldest of it. */
function toShownIndex(model: Model): DesiredIndex[] {
  if (!model.archive) return []
  const definition = sql`(${name('id')}) where ${name(columnOf(archivedOn.name))} is null`
  return [
    {
      ...overColumns(['id', columnOf(archivedOn.name)]),
      name: sortIndexOf(model, definition.toText()),
      label: `${model.name} without archived records`,
      definition,
    },
  ]
}

/** An index over one column, for a field or a relation. */
export function toColumnIndex(index: Pick<DesiredIndex, 'name' | 'column' | 'label' | 'unique'>): DesiredIndex {
  return { ...index, columns: [index.column], valid: true, definition: sql`(${name(index.column)})` }
}

function toFieldIndex(field: Field, model: Model): DesiredIndex[] {
  const column = columnOf(field.name)
  const label = `${model.name}.${field.name}`
  if (field.unique) return [toColumnIndex({ name: objectNames.unique(model, field), column, label, unique: true })]
  if (!field.indexed && (field.type !== 'reference' || isAuthor(field))) return []
  const index = objectNames.index(model, field)
  // A B-tree index compares whole sets; GIN finds their elements.
  if (typeOf(field).multiple)
    return [{ ...overColumns([column]), name: index, label, definition: sql`using gin (${name(column)})` }]
  return [toColumnIndex({ name: index, column, label, unique: false })]
}

/** The index ends with the id, as every sort does, so that pages can be read from the index in order. */
function toSortIndex(keys: readonly string[], model: Model): DesiredIndex {
  const fields = keys.map((key) => key.replace(/^-/, ''))
  const parts = join([...keys.map((key) => toSortKey(key, model)), name('id')])
  return {
    ...overColumns([...fields.map(columnOf), 'id']),
    name: sortIndexOf(model, parts.toText()),
    label: `${model.name} by ${keys.join(', ')}`,
    definition: sql`(${parts})`,
  }
}

/** A record without a value in one of the fields does not count, as for a unique field. */
function toGroupIndex(group: readonly string[], model: Model): DesiredIndex {
  const columns = group.map(columnOf)
  return {
    ...overColumns(columns),
    unique: true,
    name: uniqueGroupOf(model, group),
    label: `${model.name} by ${group.join(', ')}`,
    definition: sql`(${join(columns.map((column) => name(column)))})`,
  }
}

/** `createdOn` and `updatedOn` are never null; `createdBy` and `updatedBy` are null after a write by the service. */
function toSortKey(key: string, { fields }: Model): Sql {
  const fieldName = key.replace(/^-/, '')
  const required = fields.find((field) => field.name === fieldName)?.required ?? fieldName.endsWith('On')
  return sortKey(name(columnOf(fieldName)), { required, descending: key.startsWith('-') })
}

function toSearchIndex(model: Model): DesiredIndex[] {
  if (!model.search?.length) return []
  const text = searchText(model)
  return [
    {
      ...overColumns(model.search.map(columnOf)),
      name: searchIndexOf(model, text.toText()),
      label: `${model.name} for search in ${model.search.join(', ')}`,
      definition: sql`using gin ((${text}) gin_trgm_ops)`,
    },
  ]
}

function overColumns(columns: readonly string[]) {
  return { column: '', columns, unique: false, valid: true }
}
