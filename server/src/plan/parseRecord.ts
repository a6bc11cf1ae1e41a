import type { Sent } from '../call/Sent.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { auditFields, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Faults } from './Faults.ts'

/** The fields of a model that a client sets. */
export function writableFields(model: Model): Field[] {
  return model.fields.filter((field) => typeOf(field).writable)
}

/** Reads one value for its field; a fault is noted and read as null. */
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

/** Notes every member that the model does not have. Computed and audit fields may be sent back; they change nothing. */
export function noteUnknown(sent: Sent, model: Model, known: readonly string[], faults: Faults, path = ''): void {
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
 * Notes every record of a list that is named a second time: two changes of one record in one go would hide each other.
 */
export function noteRepeated(ids: readonly (number | undefined)[], faults: Faults, path = ''): void {
  const seen = new Set<number>()
  for (const [index, id] of ids.entries()) {
    if (id === undefined || !Number.isSafeInteger(id) || id < 1) continue
    if (seen.has(id)) faults.set(`${path}${index}.id`, 'is the id of an earlier record as well: send each record once')
    seen.add(id)
  }
}
