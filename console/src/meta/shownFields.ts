import { isRelation, type ModelMeta } from './ModelMeta.ts'

/** What a record is read with: all fields that the user may read, and the links among the relations. */
export function shownFields(model: ModelMeta): string[] {
  const isShown = (field: ModelMeta['fields'][number]) =>
    !field.secret && field.may?.read !== 'none' && (!isRelation(field) || field.type === 'links')
  return [...model.fields.filter(isShown).map(({ name }) => name), 'createdOn', 'createdBy', 'updatedOn', 'updatedBy']
}
