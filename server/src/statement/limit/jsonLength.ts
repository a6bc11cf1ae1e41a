import { userModel } from '../../model/builtIn/names.ts'
import type { Field } from '../../model/field/Field.ts'
import { findType, typeOf } from '../../model/field/fieldTypes.ts'
import { escapedLength } from '../../model/field/text.ts'
import { auditFields, type Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'

// The maximum number of bytes of JSON, according to the models. If it is small, the statement need not measure it.

/** The lengths of an object with its id and version, and of a member without its value. */
const [objectLength, memberLength] = [60, 70]
/** The length of an author: a username has at most 100 characters, which need no escapes, and a name 200. */
export const authorLength = objectLength + 100 + 2 * memberLength + escapedLength(200)

const wholeLengths = new WeakMap<Model, number>()

/** The length of a record with all its fields. */
export function wholeLength(model: Model, models: Models): number {
  const known = wholeLengths.get(model)
  if (known !== undefined) return known
  const length =
    recordLength(model.fields.map((field) => fieldLength(field, model, models))) +
    auditFields.reduce((sum, name) => sum + auditLength(name) + memberLength, 0)
  wholeLengths.set(model, length)
  return length
}

/** The length of a record as find returns it. */
export function listLength(model: Model, models: Models): number {
  const fields = model.fields.filter(({ name }) => model.list.includes(name))
  const audit = auditFields.filter((name) => model.list.includes(name))
  return recordLength([...fields.map((field) => fieldLength(field, model, models)), ...audit.map(auditLength)])
}

/** The length of an audit field: that of an author, or of a moment. */
function auditLength(name: string): number {
  return name.endsWith('By') ? authorLength : 32
}

/** The length of a record with members of these lengths. */
export function recordLength(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length + memberLength, objectLength)
}

/** The length of a field's value; for a reference, that of the other record with its title. */
export function fieldLength(field: Field, model: Model, models: Models): number {
  if (field.type !== 'reference') return typeOf(field).jsonLength(field, model, findType)
  if (field.target === userModel) return authorLength
  const target = models.find(field.target)
  const title = target?.fields.find(({ name }) => name === target.title)
  if (target && auditFields.includes(target.title)) return recordLength([auditLength(target.title)])
  return recordLength(target && title ? [typeOf(title).jsonLength(title, target, findType)] : [])
}
