import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Plain, PlainRecord } from '../versions/Past.ts'
import { toWire } from '../versions/plainValues.ts'
import { journaledFields } from '../statement/journal/journalChanges.ts'

/** Converts an old value for the current column. Returns undefined if the value does not fit the field any more. */
export function coerceOldValue(field: Field, plain: Plain, model: Model, models: Models): ColumnValue | undefined {
  const type = typeOf(field)
  if (plain === undefined || plain === null) return type.none ?? null
  const old = toWire(field.name, plain, model)
  const reading = type.parseStored?.(old, field) ?? type.read(old, field, models)
  return 'value' in reading ? reading.value : undefined
}

/** An old value as a client would send it now: a value of a choice can have another name since. */
export function toCurrentWire(field: Field, plain: Plain, model: Model): unknown {
  const old = toWire(field.name, plain, model)
  const type = typeOf(field)
  const reading = old === null ? undefined : type.parseStored?.(old, field)
  if (!reading || !('value' in reading)) return old
  return type.fromColumn?.(reading.value) ?? reading.value
}

/**
 * Adds to a shown record what its columns could not hold: values that do not fit their field any more, and references
 * to deleted records. Without them the record would seem to have had no value.
 */
export function completeJson(json: string, state: PlainRecord, model: Model, models: Models): string {
  const candidates = journaledFields(model).filter(
    (field) =>
      !isSecret(field) &&
      (state[field.name] ?? null) !== null &&
      (field.type === 'reference' || coerceOldValue(field, state[field.name], model, models) === undefined),
  )
  if (candidates.length === 0) return json
  const record = JSON.parse(json)
  const missing = candidates.filter(({ name }) => record[name] === null)
  if (missing.length === 0) return json
  return JSON.stringify({ ...record, ...toWireRecord(missing, state, model) })
}

function toWireRecord(fields: readonly Field[], state: PlainRecord, model: Model): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name }) => [name, toWire(name, state[name], model)]))
}
