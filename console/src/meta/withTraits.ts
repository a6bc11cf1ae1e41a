import type { FieldMeta, ModelMeta, TypeTraits } from './ModelMeta.ts'

/** The models with what the service says about the type of each field; as they are if it says nothing. */
export function withTraits(
  models: readonly ModelMeta[],
  types: Readonly<Record<string, TypeTraits>> = {},
): readonly ModelMeta[] {
  const known = (field: FieldMeta): FieldMeta => {
    const traits = Object.hasOwn(types, field.type) ? types[field.type] : undefined
    return traits ? { ...field, traits } : field
  }
  return models.map((model) => ({ ...model, fields: model.fields.map(known) }))
}
