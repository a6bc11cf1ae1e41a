import type { FieldMeta, ModelMeta, RecordJson } from './ModelMeta.ts'

/** What every record has, in the form of fields. */
export const auditFields: readonly FieldMeta[] = [
  { name: 'id', type: 'integer', label: 'Id' },
  { name: 'version', type: 'integer', label: 'Version' },
  { name: 'createdOn', type: 'dateTime', label: 'Created on' },
  { name: 'createdBy', type: 'reference', label: 'Created by', target: 'tabularium.User' },
  { name: 'updatedOn', type: 'dateTime', label: 'Updated on' },
  { name: 'updatedBy', type: 'reference', label: 'Updated by', target: 'tabularium.User' },
]

/** One column of a list: a field of the model, or one that dotted steps lead to. */
export interface Column {
  /** The name as find takes it, such as `company.country`. */
  readonly path: string
  readonly field: FieldMeta
  readonly label: string
  readonly isTitle: boolean
}

/** Looks a model up by its full name. */
export type FindModel = (name: string) => ModelMeta | undefined

/** The field that a dotted path leads to, with the labels of its steps; undefined if it leads nowhere. */
export function findPath(
  model: ModelMeta,
  path: string,
  find: FindModel,
): { field: FieldMeta; label: string } | undefined {
  const [first = '', ...rest] = path.split('.')
  const field = [...model.fields, ...auditFields].find(({ name }) => name === first)
  if (!field || rest.length === 0) return field && { field, label: field.label }
  const target = find(field.target ?? '')
  const end = target && findPath(target, rest.join('.'), find)
  return end && { field: end.field, label: `${field.label} › ${end.label}` }
}

/** The columns of a list: those that are asked for, or the list fields of the model. Unknown ones are left out. */
export function columnsOf(model: ModelMeta, asked: readonly string[], find: FindModel): Column[] {
  const names = asked.length > 0 ? asked : model.list.length > 0 ? model.list : [model.title]
  return names.flatMap((path) => {
    const end = findPath(model, path, find)
    return end ? [{ path, ...end, isTitle: path === model.title }] : []
  })
}

/** What a list must read for its columns: amounts need their currency. */
export function pathsToRead(columns: readonly Column[]): string[] {
  const beside = columns.flatMap(({ path, field: { currency } }) =>
    typeof currency === 'object' ? [path.replace(/[^.]*$/, currency.field)] : [],
  )
  return [...new Set([...columns.map(({ path }) => path), ...beside])]
}

/** The record that has the field of a path: the record itself, or the one that its steps lead to. */
export function ownerAt(record: RecordJson, path: string): RecordJson | undefined {
  const steps = path.split('.').slice(0, -1).join('.')
  const owner = steps === '' ? record : valueAt(record, steps)
  return typeof owner === 'object' && owner !== null && !Array.isArray(owner) ? (owner as RecordJson) : undefined
}

/** The value at a dotted path in a record. */
export function valueAt(record: { readonly [name: string]: unknown }, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => stepInto(value, step), record)
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value.map((each) => stepInto(each, step))
  return typeof value === 'object' && value !== null ? (value as { [name: string]: unknown })[step] : undefined
}
