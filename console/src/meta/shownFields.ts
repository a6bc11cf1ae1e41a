import { isRelation, type ModelMeta } from './ModelMeta.ts'

/** What a record is read with: all fields that the user may read, the links among the relations, and the lines. */
export function shownFields(model: ModelMeta): string[] {
  const isShown = (field: ModelMeta['fields'][number]) =>
    !field.secret && field.may?.read !== 'none' && (!isRelation(field) || field.type === 'links')
  const lines = model.fields.flatMap(({ name, lines: of }) => of?.paths.map((path) => `${name}.${path}`) ?? [])
  const own = model.fields.filter(isShown).map(({ name }) => name)
  return [...own, ...lines, 'createdOn', 'createdBy', 'updatedOn', 'updatedBy']
}
