import type { Sent } from '../call/Sent.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue, Reading } from '../model/field/FieldType.ts'
import { computedByWrite, momentMark, momentOfWrite } from '../model/defaults.ts'
import { auditFields, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { membersOf } from '../model/members.ts'
import type { Faults } from './Faults.ts'
import type { FieldLookup } from './Lookup.ts'
import { isIncrement, parseIncrement, refuseUnread } from './increment.ts'
import { type NamedRecords, parseNamed } from './namedRecords.ts'
import { parseLookup } from './parseLookup.ts'
import { Unhashed, unhashedMark } from './Unhashed.ts'

/** Returns the fields of a model that a client can set. */
export function writableFields(model: Model): readonly Field[] {
  return membersOf(model).writable
}

/** What parsing the values of a record needs. */
export interface ValuesContext {
  readonly models: Models
  readonly context: { readonly authorization: Authorization }
  readonly faults: Faults
  readonly path: string
  readonly model: Model
  /** A field that the service sets, whatever was sent. */
  readonly parentField?: string
  /** The records that operations before this one create. */
  readonly named?: NamedRecords
  /** The record exists already, so numbers can be added to its values. */
  readonly isChange?: true
}

/**
 * The values of a record's fields, the references among them that are named by a key, the increments, and the texts to
 * hash.
 */
export interface ParsedValues {
  readonly values: readonly ColumnValue[]
  readonly lookups?: readonly FieldLookup[]
  readonly increments?: readonly string[]
  readonly unhashed?: readonly Unhashed[]
}

/** Parses the values of fields. For an invalid value it adds a fault. */
export function parseValues(
  fields: readonly Field[],
  valueOf: (field: Field) => unknown,
  at: ValuesContext,
): ParsedValues {
  const { models, context, faults, path, parentField } = at
  const increments: string[] = []
  const lookups: FieldLookup[] = []
  const unhashed: Unhashed[] = []
  const seen = context.authorization.rights.visibility.models
  const values = fields.map((field) => {
    if (field.name === parentField) return null
    const value = valueOf(field)
    if (typeof value !== 'object' || value === null) {
      const parsed = parseValue(field, value, models, faults, path)
      if (typeof parsed !== 'string' || !typeOf(field).isHashed?.(field)) return parsed
      unhashed.push(new Unhashed(field.name, `${path}${field.name}`, parsed))
      return unhashedMark
    }
    if (isIncrement(field, value)) {
      increments.push(field.name)
      return parseIncrement(field, value, at)
    }
    const made = field.type === 'reference' ? parseNamed(value, field.target, at.named) : undefined
    if (made) return valueOrFault(made, `${path}${field.name}`, faults)
    const found = field.type === 'reference' ? parseLookup(value, field.target, { models, seen }) : undefined
    if (!found) return parseValue(field, value, models, faults, path)
    if ('lookup' in found) lookups.push({ field: field.name, lookup: found.lookup })
    else faults.set(`${path}${field.name}`, found.fault)
    return null
  })
  const own = increments.length === 0 ? undefined : seen.find(at.model.name)
  refuseUnread(increments, (field) => own?.fields.some(({ name }) => name === field) ?? false)
  if (lookups.length + increments.length + unhashed.length === 0) return { values }
  return {
    values,
    ...(lookups.length === 0 ? {} : { lookups }),
    ...(increments.length === 0 ? {} : { increments }),
    ...(unhashed.length === 0 ? {} : { unhashed }),
  }
}

function valueOrFault(reading: Reading, path: string, faults: Faults): ColumnValue {
  if ('value' in reading) return reading.value
  faults.set(path, reading.fault)
  return null
}

/** Parses one value for its field. For an invalid value it adds a fault and returns null. */
export function parseValue(field: Field, value: unknown, models: Models, faults: Faults, path = ''): ColumnValue {
  if (value === null || value === undefined) {
    if (field.required && !faults.has(`${path}${field.name}`)) faults.set(`${path}${field.name}`, 'is required')
    return typeOf(field).none ?? null
  }
  if (value === momentOfWrite) return momentMark
  if (value === computedByWrite) return null
  const reading = typeOf(field).read(value, field, models)
  return valueOrFault(reading, `${path}${field.name}`, faults)
}

/**
 * Adds a fault for every member that the model does not have, and for the numbers of series. Computed and audit fields
 * are ignored.
 */
export function addUnknownFaults(sent: Sent, model: Model, known: readonly string[], faults: Faults, path = ''): void {
  const { names, numbered } = membersOf(model)
  for (const member of Object.keys(sent)) {
    if (known.includes(member) || auditFields.includes(member)) continue
    if (faults.size > 0 && faults.has(`${path}${member}`)) continue
    if (numbered.has(member)) faults.set(`${path}${member}`, 'is assigned by the service: leave it out')
    if (names.has(member)) continue
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
