import { fieldsIn } from '../model/field/computed.ts'
import type { Field } from '../model/field/Field.ts'
import type { Rights } from './Rights.ts'

/** A field without the names of models and fields that the caller may not know. */
export function toKnownField(field: Field, known: readonly Field[], rights: Rights): object {
  if (field.type === 'reference' && !rights.known.find(field.target)) {
    const { target: _, ...others } = field
    return others
  }
  if (field.type === 'computed' && !fieldsIn(field.template).every((name) => known.some((one) => one.name === name))) {
    const { template: _, ...others } = field
    return others
  }
  return field
}
