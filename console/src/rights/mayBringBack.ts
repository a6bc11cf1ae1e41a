import { isComputed, isRelation, type FieldMeta, type ModelMeta } from '../meta/ModelMeta.ts'
import { isOwnModel } from '../meta/ownModels.ts'

/**
 * Whether deleted records of a model may be brought back, as far as the metadata tells: that takes the right to read,
 * create and change all records with all their fields. Fields that only actions write come back as they were.
 */
export function mayBringBack(model: ModelMeta, isAdmin: boolean): boolean {
  if (isAdmin) return true
  const { read, create, update } = model.may
  const isFree = [read, create, update].every((extent) => extent === 'all') && !isOwnModel(model.name)
  return isFree && model.fields.every((field) => isOpen(field, model))
}

function isOpen(field: FieldMeta, { only = {} }: ModelMeta): boolean {
  const { name, secret = false, may } = field
  if (!may || isRelation(field)) return true
  const isWritten =
    (isComputed(field) && name !== 'archivedOn') || name in only || (may.create === 'all' && may.update === 'all')
  return isWritten && (secret || may.read === 'all')
}
