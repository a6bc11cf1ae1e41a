import { auditFields } from './columns.ts'
import { isComments } from './comments.ts'
import { type FieldMeta, isComputed, isRelation, type ModelMeta } from './ModelMeta.ts'
import { isOwnModel } from './ownModels.ts'

/** How a form edits the records of a collection together with its own: as lines of a grid. */
export interface LinesMeta {
  readonly target: ModelMeta
  /** The columns of the grid. Those that are computed are only shown. */
  readonly columns: readonly FieldMeta[]
  /** What to read of each line. */
  readonly paths: readonly string[]
  /** The whole number by which people put the lines in order, if there is one. */
  readonly position: FieldMeta | undefined
}

/** A collection that a form edits. */
export type LinesField = FieldMeta & { readonly lines: LinesMeta }

/** The most columns that fit, beside those that must be filled in. */
const most = 8

/** The models, with the lines that their forms edit. */
export function withLines(models: readonly ModelMeta[]): readonly ModelMeta[] {
  const byName = new Map(models.map((model) => [model.name, model]))
  return models.map((model) => ({
    ...model,
    fields: model.fields.map((field) => {
      const lines = toLines(field, byName)
      return lines ? { ...field, lines } : field
    }),
  }))
}

function toLines(field: FieldMeta, models: ReadonlyMap<string, ModelMeta>): LinesMeta | undefined {
  const target = models.get(field.target ?? '')
  if (field.type !== 'collection' || !target || isComments(field) || isOwnModel(target.name)) return undefined
  const isKnown = target.fields.some(({ name }) => name === field.by) && target.may.read !== 'none'
  if (!isKnown || field.edit === 'list' || (field.edit !== 'grid' && !isPart(field, target))) return undefined
  const columns = columnsOf(field, target)
  const [first = ''] = field.sortBy ?? target.sortBy ?? []
  const position = target.fields.find(({ name, type }) => name === first && type === 'integer')
  const read = [...columns, ...(position ? [position] : [])]
  return { target, columns, position, paths: [...new Set(read.flatMap((each) => pathsOf(each, models)))] }
}

/** The collections of a model that its form edits. */
export function linesFieldsOf({ fields }: ModelMeta): readonly LinesField[] {
  return fields.flatMap(({ lines, ...field }) => (lines ? [{ ...field, lines }] : []))
}

/** Whether the records of a collection are part of its record: they go with it. */
function isPart({ by }: FieldMeta, { fields }: ModelMeta): boolean {
  return fields.some(({ name, required, onDelete }) => name === by && required === true && onDelete === 'cascade')
}

/** What the collection declares, or the list of its records; and what must be filled in. */
function columnsOf({ by, columns }: FieldMeta, { list, title, fields }: ModelMeta): FieldMeta[] {
  const known = [...fields, ...auditFields.map((field) => ({ ...field, traits: { writable: false } }))]
  const isShown = (field: FieldMeta) => field.name !== by && !isRelation(field) && !field.secret
  const toFields = (names: readonly string[]) =>
    names.flatMap((name) => known.filter((field) => field.name === name && isShown(field)))
  const declared = toFields(columns ?? list)
  const shown = (declared.length > 0 ? declared : toFields([title])).slice(0, most)
  const isMissing = (field: FieldMeta) =>
    field.required === true && field.default === undefined && !isComputed(field) && !shown.includes(field)
  return [...shown, ...fields.filter((field) => isShown(field) && isMissing(field))]
}

/** What to read for a column: a reference with what is picked by, an amount with its currency. */
function pathsOf({ name, target, currency }: FieldMeta, models: ReadonlyMap<string, ModelMeta>): string[] {
  const picked = models.get(target ?? '')?.pick ?? []
  const beside = typeof currency === 'object' ? [currency.field] : []
  return [name, ...picked.slice(0, 2).map((field) => `${name}.${field}`), ...beside]
}
