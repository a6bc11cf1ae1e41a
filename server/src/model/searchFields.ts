import type { Field } from './field/Field.ts'
import { findType } from './field/fieldTypes.ts'
import { isSecret } from './field/text.ts'
import type { Model } from './Model.ts'

/** Whether `q` can search a field. */
export function isSearchable(field: Field): boolean {
  const type = findType(field)
  return type?.textual === true && type.stored !== false && !isSecret(field)
}

/**
 * The fields that `q` searches: those that the model declares, otherwise those by which people name a record, which are
 * its title, its numbers and its unique texts. These have no index for words inside of them.
 */
export function searchFields({ search, title, fields }: Pick<Model, 'search' | 'title' | 'fields'>): readonly string[] {
  if (search) return search
  return fields.filter((field) => isSearchable(field) && (field.name === title || field.unique)).map(({ name }) => name)
}
