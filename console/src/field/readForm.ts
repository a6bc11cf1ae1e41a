import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { Input } from './FieldKind.ts'
import { kindOf } from './kinds.ts'

/** What was typed into a form, by field. */
export type Inputs = Readonly<Record<string, Input>>

/** What a form means: the values to send, or what is wrong with them, by field. */
export type FormReading =
  | { readonly values: Readonly<Record<string, Json>> }
  | { readonly faults: Readonly<Record<string, string>> }

/** What a form begins with: the defaults of its fields. One that depends on the moment is left to the service. */
export function firstInputs(fields: readonly FieldMeta[]): Inputs {
  return Object.fromEntries(
    fields.map((field) => {
      const { default: value = null } = field
      const isVariable = typeof value === 'string' && value.startsWith('$')
      return [field.name, kindOf(field).toInput(isVariable ? null : value, field)]
    }),
  )
}

/** Reads a form. A field without a value is left out, and refused where it is required and nothing fills it in. */
export function readForm(fields: readonly FieldMeta[], inputs: Inputs, words: Words): FormReading {
  const values: Record<string, Json> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const reading = kindOf(field).read(inputs[field.name] ?? null, field, words)
    if ('fault' in reading) faults[field.name] = reading.fault
    else if (reading.value !== null) values[field.name] = reading.value
    else if (field.required && field.default === undefined) faults[field.name] = words.fault.required
  }
  return Object.keys(faults).length > 0 ? { faults } : { values }
}
