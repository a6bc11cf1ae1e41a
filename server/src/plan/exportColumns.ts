import type { ExportCall } from '../call/ExportCall.ts'
import { parseDestination, parsePath } from '../criteria/path.ts'
import { Failure } from '../failure/failure.ts'
import { userModel } from '../model/builtIn/names.ts'
import { isChoice } from '../model/field/choice.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { uniqueKeysOf } from '../model/uniqueKeys.ts'
import { type Authorization, textFor } from '../permission/Authorization.ts'
import type { CellKind, CellSource, ExportColumn } from './ExportPlan.ts'

/** The columns of an exported table, in the order of their names, behind the id and the version. */
export function planColumns(
  names: readonly string[],
  model: Model,
  authorization: Authorization,
  { identity }: Pick<ExportCall, 'identity'>,
): ExportColumn[] {
  const context = { model, models: authorization.rights.visibility.models, authorization }
  const first = identity ? ['id', 'version'] : []
  const columns = [...first, ...names.filter((name) => !first.includes(name))].map((name) => toColumn(name, context))
  return [...new Map(columns.map((column) => [column.name, column])).values()]
}

interface Context {
  readonly model: Model
  readonly models: Models
  readonly authorization: Authorization
}

function toColumn(asked: string, context: Context): ExportColumn {
  const { model, models, authorization } = context
  const destination = parseDestination(asked, model, models)
  if (destination.to === 'field') {
    const { steps, field } = destination.path
    const further = shownOf(field, context)
    const path = further === undefined ? destination.path : parsePath(`${asked}.${further}`, model, models)
    const name = further === undefined ? asked : `${asked}.${further}`
    const labels = [...steps, ...(further === undefined ? [] : [field]), path.field]
    return columnOf(name, labels, { from: 'field', path }, authorization)
  }
  const { steps, relation, rest } = destination
  if (relation.type !== 'links')
    throw new Failure(
      'invalid-parameter',
      `The records of ${asked} have no cell: export ${relation.target} by itself, with ${relation.by} as a column.`,
    )
  const target = models.require(relation.target)
  const key = rest === '' ? (keyOf(target, context) ?? 'id') : rest
  const path = parsePath(key, target, models)
  const name = rest === '' && key !== 'id' ? `${asked}.${key}` : asked
  const labels = [...steps, relation, ...(key === 'id' ? [] : [...path.steps, path.field])]
  return columnOf(name, labels, { from: 'links', steps, relation, path }, authorization)
}

function columnOf(
  name: string,
  labelled: readonly { readonly label: Field['label'] }[],
  source: CellSource,
  authorization: Authorization,
): ExportColumn {
  const label = labelled.map((one) => textFor(one.label, authorization)).join(' / ')
  const { field } = source.path
  if (source.from === 'links') return { name, label, kind: 'words', source }
  const { columnType, sums } = typeOf(field)
  const [kind = 'words'] = kinds.find(([, types]) => types.test(columnType(field))) ?? []
  const scale = kind === 'number' ? sums?.scale(field) : undefined
  return {
    name,
    label,
    kind,
    source,
    ...(scale === undefined ? {} : { scale }),
    ...(isChoice(field) ? { choices: field.values } : {}),
  }
}

/** What values are, by the types of their columns; others are words. */
const kinds: readonly (readonly [CellKind, RegExp])[] = [
  ['number', /^(bigint|integer|numeric)/],
  ['flag', /^boolean/],
  ['day', /^date/],
  ['moment', /^timestamp/],
]

/** The field that stands for a record that is referred to: its key, the name of an author; undefined: the id. */
function shownOf(field: Field, { model, models, ...context }: Context): string | undefined {
  if (field.name === 'createdBy' || field.name === 'updatedBy') return 'username'
  if (field.type !== 'reference') return undefined
  if (field.target === userModel) return 'username'
  const target = models.find(field.target)
  return target && keyOf(target, { model, models, ...context })
}

/**
 * The field by which records of a model are named in a cell: the first that each has, alone. Only if the caller sees it
 * in all of them: a cell of a record that is not seen has the id, and an empty one would say that there is none.
 */
function keyOf(target: Model, { authorization }: Context): string | undefined {
  const { visibility } = authorization.rights
  if (visibility.rowsOf(target)) return undefined
  const keys = uniqueKeysOf(target).flatMap(([field, ...others]) => (field && others.length === 0 ? [field] : []))
  return keys.find((field) => field.required && !visibility.rowsOfField(target, field.name))?.name
}

/** What the first row says: the names, or the labels that are there once. */
export function columnNames(columns: readonly ExportColumn[], header: ExportCall['header']): string[] {
  if (header !== 'labels') return columns.map(({ name }) => name)
  const counts = Map.groupBy(columns, ({ label }) => label.toLowerCase())
  return columns.map(({ name, label }) => (counts.get(label.toLowerCase())?.length === 1 ? label : name))
}
