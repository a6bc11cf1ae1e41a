import type { Field } from '../../model/field/Field.ts'
import { findType, typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'

// How many bytes JSON takes at most, as far as the models tell. Where that is few, nobody has to count them.

/** An object with its id and version, and the name of a member beside its value. */
const [objectLength, memberLength] = [60, 70]
/** The author of a change: a username has 100 characters at most. */
export const authorLength = objectLength + 600

const whole = new WeakMap<Model, number>()

/** A record with all its fields. */
export function wholeLength(model: Model, models: Models): number {
  const known = whole.get(model)
  if (known !== undefined) return known
  const length =
    recordLength(model.fields.map((field) => fieldLength(field, model, models))) +
    2 * (authorLength + memberLength) +
    2 * (32 + memberLength)
  whole.set(model, length)
  return length
}

/** A record as find shows it. */
export function listLength(model: Model, models: Models): number {
  const fields = model.fields.filter(({ name }) => model.list.includes(name))
  return recordLength(fields.map((field) => fieldLength(field, model, models)))
}

/** A record with members of these lengths. */
export function recordLength(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length + memberLength, objectLength)
}

/** The value of a field; of a reference, the record that it leads to with its title. */
export function fieldLength(field: Field, model: Model, models: Models): number {
  if (field.type !== 'reference') return typeOf(field).jsonLength(field, model, findType)
  const target = models.find(field.target)
  const title = target?.fields.find(({ name }) => name === target.title)
  return recordLength(target && title ? [typeOf(title).jsonLength(title, target, findType)] : [])
}
