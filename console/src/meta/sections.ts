import { type FieldMeta, isRelation, type ModelMeta } from './ModelMeta.ts'

/** A part of a form with its fields. */
export interface FormSection {
  /** Empty for the first part of a model that declares no sections. */
  readonly label: string
  readonly fields: readonly FieldMeta[]
}

/**
 * The sections of a form: those that the model declares, and behind them what they leave out. Without any: the fields
 * in their order, then long text, then relations.
 */
export function sectionsOf(model: ModelMeta): FormSection[] {
  const declared = (model.sections ?? []).map(({ label, fields }) => ({
    label,
    fields: fields.flatMap((name) => model.fields.filter((field) => field.name === name)),
  }))
  const placed = new Set(declared.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const rest = model.fields.filter(({ name }) => !placed.has(name))
  const ordered = [...rest].sort((a, b) => rank(a) - rank(b))
  return [...declared, { label: '', fields: ordered }].filter(({ fields }) => fields.length > 0)
}

/** Collections come last, and before them what takes much room; the order of the declaration holds within each. */
function rank(field: FieldMeta): number {
  if (isRelation(field)) return field.type === 'links' ? 2 : 3
  return field.multiline || field.type === 'json' ? 1 : 0
}
