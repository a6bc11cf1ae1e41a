import type { Sent } from '../call/Sent.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { auditFields, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Faults } from './Faults.ts'

/** Returns the fields of a model that a client can set. */
export function writableFields(model: Model): Field[] {
  return model.fields.filter((field) => typeOf(field).writable)
}

/** Parses one value for its field. For an invalid value it adds a fault and returns null. */
export function parseValue(field: Field, value: unknown, models: Models, faults: Faults, path = ''): ColumnValue {
  if (value === null || value === undefined) {
    if (field.required) faults.set(`${path}${field.name}`, 'is required')
    return null
  }
  const reading = typeOf(field).read(value, field, models)
  if ('value' in reading) return reading.value
  faults.set(`${path}${field.name}`, reading.fault)
  return null
}

/** Adds a fault for every member that the model does not have. Computed and audit fields are ignored. */
export function addUnknownFaults(sent: Sent, model: Model, known: readonly string[], faults: Faults, path = ''): void {
  for (const member of Object.keys(sent)) {
    if (known.includes(member) || auditFields.includes(member)) continue
    if (faults.size > 0 && faults.has(`${path}${member}`)) continue
    const isMember = ({ name }: { readonly name: string }) => name === member
    if (model.fields.some(isMember) || model.relations.some(isMember)) continue
    const suggestion = faults.suggest(member, () => [...model.fields, ...model.relations].map(({ name }) => name))
    faults.set(`${path}${member.slice(0, 100)}`, `is not a field of ${model.name}.${suggestion}`)
  }
}

/**
 * Adds a fault for every record that a list names a second time: of two changes to one record in one request, one would
 * hide the other.
 */
export function addRepeatedFaults(ids: readonly (number | undefined)[], faults: Faults, path = ''): void {
  const seen = new Set<number>()
  for (const [index, id] of ids.entries()) {
    if (id === undefined || !Number.isSafeInteger(id) || id < 1) continue
    if (seen.has(id)) faults.set(`${path}${index}.id`, 'repeats the id of an earlier record: send each record once')
    seen.add(id)
  }
}
