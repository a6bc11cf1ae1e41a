import type { FieldMeta, ModelMeta, TypeTraits } from './ModelMeta.ts'

/**
 * The models with what the service says about the type of each field; as they are if it says nothing. The values of a
 * formula are those of its result.
 */
export function withTraits(
  models: readonly ModelMeta[],
  types: Readonly<Record<string, TypeTraits>> = {},
): readonly ModelMeta[] {
  const find = (type: string) => (Object.hasOwn(types, type) ? types[type] : undefined)
  const known = (field: FieldMeta): FieldMeta => {
    const own = find(field.type)
    return own ? { ...field, traits: { ...(field.result && find(field.result.type)), ...own } } : field
  }
  return models.map((model) => ({ ...model, fields: model.fields.map(known).map((field) => ofArchive(field, model)) }))
}

/** The fields of an archive are marked: people archive a record, and do not fill them in. */
function ofArchive(field: FieldMeta, { archive }: ModelMeta): FieldMeta {
  const isMarked = archive === true && (field.name === 'archivedOn' || field.name === 'archivedBy')
  return isMarked ? { ...field, ofArchive: true } : field
}
