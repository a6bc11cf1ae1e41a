import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Rights } from './Rights.ts'

/** Returns a field without the names of models and fields that the caller may not know. */
export function toKnownField(field: Field, known: readonly Field[], rights: Rights): { readonly name: string } {
  const isKnown = {
    model: (name: string) => rights.known.find(name) !== undefined,
    field: (name: string) => known.some((one) => one.name === name),
  }
  return { ...(typeOf(field).toKnown?.(field, isKnown) ?? field), name: field.name }
}
