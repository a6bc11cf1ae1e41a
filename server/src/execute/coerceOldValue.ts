import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Plain, PlainRecord } from '../versions/Past.ts'
import { toWire } from '../versions/plainValues.ts'
import { journaledFields } from '../statement/part/journalChanges.ts'

/** An old value as the column of today takes it; undefined where the field has changed so that it does not fit. */
export function coerceOldValue(field: Field, plain: Plain, model: Model, models: Models): ColumnValue | undefined {
  if (plain === undefined || plain === null) return null
  const reading = typeOf(field).read(toWire(field.name, plain, model), field, models)
  return 'value' in reading ? reading.value : undefined
}

/**
 * A shown record with what no column could show: values that do not fit their field any more, and references to records
 * that are gone. To leave them out would say that there was nothing.
 */
export function completeJson(json: string, state: PlainRecord, model: Model, models: Models): string {
  const doubtful = journaledFields(model).filter(
    (field) =>
      !isSecret(field) &&
      (state[field.name] ?? null) !== null &&
      (field.type === 'reference' || coerceOldValue(field, state[field.name], model, models) === undefined),
  )
  if (doubtful.length === 0) return json
  const record = JSON.parse(json)
  const missing = doubtful.filter(({ name }) => record[name] === null)
  if (missing.length === 0) return json
  return JSON.stringify({ ...record, ...toWireRecord(missing, state, model) })
}

function toWireRecord(fields: readonly Field[], state: PlainRecord, model: Model): Record<string, unknown> {
  return Object.fromEntries(fields.map(({ name }) => [name, toWire(name, state[name], model)]))
}
