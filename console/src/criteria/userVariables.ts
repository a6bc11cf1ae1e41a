import { auditFields, type FindModel } from '../meta/columns.ts'
import { userModel } from '../meta/ownModels.ts'
import type { FieldMeta } from '../meta/ModelMeta.ts'
import type { UserWords } from './describeChip.ts'
import { familyOf } from '../meta/fieldTypes.ts'

/** A variable to compare a field with, and what it is called. */
export interface UserVariable {
  readonly value: string
  readonly label: string
}

/** The variables of the user that fit a field. A search knows the id alone, a rule all fields of the user. */
export function userVariables(field: FieldMeta, find: FindModel, user: UserWords, dialect?: 'rule'): UserVariable[] {
  const own = field.target === userModel ? [{ value: '$user.id', label: user.name }] : []
  if (dialect !== 'rule') return own
  const fields = [...(find(userModel)?.fields ?? []), ...auditFields]
  const fitting = fields.filter((each) => each.name !== 'id' && !each.secret && fits(each, field))
  return [...own, ...fitting.map(({ name, label }) => ({ value: `$user.${name}`, label: user.field(label) }))]
}

function fits(own: FieldMeta, field: FieldMeta): boolean {
  if (own.type === 'links' || own.type === 'collection' || own.type === 'json') return false
  if (own.type === 'reference' || field.type === 'reference')
    return own.type === field.type && own.target === field.target
  return familyOf(own) === 'text' ? familyOf(field) === 'text' : own.type === field.type
}
