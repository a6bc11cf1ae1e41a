import { isComputed, isRelation, type FieldMeta, type ModelMeta } from '../meta/ModelMeta.ts'
import { type LinesField, linesFieldsOf } from '../meta/lines.ts'
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

/**
 * The collections of lines that come back with their record. That takes all rights on their records, also the one to
 * delete, and no field that only actions write.
 */
export function linesBroughtBack(model: ModelMeta, isAdmin: boolean): readonly LinesField[] {
  const isWritable = (of: ModelMeta) => Object.keys(of.only ?? {}).length === 0
  const mayAll = ({ lines: { target } }: LinesField) =>
    isWritable(target) && mayBringBack(target, isAdmin) && (isAdmin || target.may.delete === 'all')
  return isWritable(model) ? linesFieldsOf(model).filter(mayAll) : []
}

function isOpen(field: FieldMeta, { only = {} }: ModelMeta): boolean {
  const { name, secret = false, may } = field
  if (!may || isRelation(field)) return true
  const isWritten =
    (isComputed(field) && name !== 'archivedOn') || name in only || (may.create === 'all' && may.update === 'all')
  return isWritten && (secret || may.read === 'all')
}
