import { userModel } from './builtIn/names.ts'
import type { DateTimeField } from './field/dateTime.ts'
import type { Field } from './field/Field.ts'
import type { ReferenceField } from './field/reference.ts'
import type { Model } from './Model.ts'

/** Which records a search shows of a model whose records can be archived; those that are not if absent. */
export type Archived = true | 'only'

const common = { required: false, unique: false, indexed: false }

/** When a record was archived; null if it is not. */
export const archivedOn: DateTimeField = { ...common, name: 'archivedOn', type: 'dateTime', label: 'Archived on' }

/** Who archived it. It follows from `archivedOn`, and nobody sets it. */
export const archivedBy: ReferenceField = {
  ...common,
  name: 'archivedBy',
  type: 'reference',
  label: 'Archived by',
  target: userModel,
  author: true,
}

/** The fields of a record that can be archived. */
export const archiveFields: readonly Field[] = [archivedOn, archivedBy]

/** The fields of a model that its declaration names. */
export function declaredFields({ fields }: Pick<Model, 'fields'>): Field[] {
  return fields.filter((field) => !archiveFields.includes(field))
}

/** Whether some fields, of which a write has the values, say when a record was archived. */
export function writesArchive({ archive }: Pick<Model, 'archive'>, fields: readonly Field[]): boolean {
  return archive === true && fields.some(({ name }) => name === archivedOn.name)
}

/** Returns the mistakes in `archive`. */
export function checkArchive({ archive, fields }: Model): string[] {
  if (archive === undefined) return []
  if ((archive as unknown) !== true) return ['archive must be true, or left out']
  const names = fields.map(({ name }) => name)
  return archiveFields
    .filter(({ name }) => names.indexOf(name) !== names.lastIndexOf(name))
    .map(({ name }) => `${name} is a name of the service in a model with archive: rename the field with was`)
}
