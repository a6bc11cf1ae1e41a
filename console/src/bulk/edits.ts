import type { Input } from '../field/FieldKind.ts'
import { kindOf } from '../field/kinds.ts'
import { type FieldMeta, isComputed, isRelation, type Json, type ModelMeta } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'

/** What is to become of one field: it is set to a value, or cleared. */
export interface Edit {
  readonly field: string
  readonly how: 'set' | 'clear'
  readonly input: Input
}

/** The fields that many records can be given at once: those that one fills in, without relations and secrets. */
export function bulkFields(model: ModelMeta): FieldMeta[] {
  return model.fields.filter(
    (field) => !isComputed(field) && !isRelation(field) && !field.secret && field.may?.update !== 'none',
  )
}

/** A field without a value yet. */
export function newEdit({ name, type }: FieldMeta): Edit {
  return {
    field: name,
    how: 'set',
    input: type === 'boolean' ? true : kindOf({ type }).toInput(null, { name, type, label: name }),
  }
}

/** What edits mean: the values to send, or what is wrong with them, by field. */
export type EditsReading =
  | { readonly values: Readonly<Record<string, Json>> }
  | { readonly faults: Readonly<Record<string, string>> }

/** Reads edits. A field that is to be set needs a value: a missing one does not clear it by mistake. */
export function readEdits(edits: readonly Edit[], model: ModelMeta, words: Words): EditsReading {
  const values: Record<string, Json> = {}
  const faults: Record<string, string> = {}
  for (const { field: name, how, input } of edits) {
    const field = model.fields.find((each) => each.name === name)
    if (!field) continue
    const reading = how === 'clear' ? { value: null } : kindOf(field).read(input, field, words)
    if ('fault' in reading) faults[name] = reading.fault
    else if (how === 'set' && reading.value === null) faults[name] = words.bulk.needsValue(field.required === true)
    else values[name] = reading.value
  }
  return Object.keys(faults).length > 0 ? { faults } : { values }
}
