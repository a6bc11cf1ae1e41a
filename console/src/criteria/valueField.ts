import { auditFields, type FindModel, findPath } from '../meta/columns.ts'
import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'

/** A field that a filter can ask for. */
export interface FilterField {
  readonly path: string
  readonly label: string
  readonly field: FieldMeta
}

/**
 * The fields that a filter can ask for: those of the model, what every record has, and those of the records that its
 * references lead to. Secrets can't be searched.
 */
export function filterFields(model: ModelMeta, find: FindModel): FilterField[] {
  const own = [...model.fields, ...auditFields].filter(isSearchable)
  const far = model.fields.flatMap((step) =>
    step.type === 'reference' ? (find(step.target ?? '')?.fields ?? []).filter(isSearchable).map(under(step)) : [],
  )
  return [...own.map((field) => ({ path: field.name, label: field.label, field })), ...far]
}

function under(step: FieldMeta) {
  return (field: FieldMeta): FilterField => ({
    path: `${step.name}.${field.name}`,
    label: `${step.label} › ${field.label}`,
    field,
  })
}

function isSearchable(field: FieldMeta): boolean {
  return field.secret !== true
}

/** The field of a path as its values are compared: a rollup or formula as what it results in. */
export function valueField(model: ModelMeta, path: string, find: FindModel): FilterField | undefined {
  const end = findPath(model, path, find)
  if (!end) return undefined
  const owner = ownerOf(model, path, find)
  return { path, label: end.label, field: { ...end.field, ...resultOf(end.field, owner, find) } }
}

function ownerOf(model: ModelMeta, path: string, find: FindModel): ModelMeta {
  const steps = path.split('.').slice(0, -1).join('.')
  const step = steps === '' ? undefined : findPath(model, steps, find)
  return (step && find(step.field.target ?? '')) ?? model
}

/** What a computed number or rollup is compared as; nothing for other fields. */
function resultOf(field: FieldMeta, owner: ModelMeta, find: FindModel): Partial<FieldMeta> {
  if (field.type === 'formula') return field.result ?? {}
  if (field.type !== 'rollup') return {}
  if (field.function === 'count') return { type: 'integer' }
  const of = findPath(owner, field.of ?? '', find)?.field
  if (!of) return {}
  const { type, traits, values, labels, target } = { ...of, ...(of.type === 'formula' ? of.result : {}) } as FieldMeta
  return {
    type,
    ...(traits && { traits }),
    ...(values && { values }),
    ...(labels && { labels }),
    ...(target && { target }),
  }
}
