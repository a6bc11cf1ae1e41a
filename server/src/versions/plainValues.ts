import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Plain, PlainRecord } from './Past.ts'

/**
 * What a change adds to a value, as a client sends it: `{"increment": -2}`. It is recognised by its class: a JSON field
 * may have a value of the same form.
 */
export class Increment {
  readonly sent: Readonly<Record<string, unknown>>

  constructor(sent: Readonly<Record<string, unknown>>) {
    this.sent = sent
  }

  toJSON(): object {
    return this.sent
  }
}

/** Converts planned values to plain values, which can be compared with those of the journal. */
export function toPlainRecord({ fields, values, increments = [] }: PlannedValues): PlainRecord {
  const pairs = fields.map((field, index) => {
    const value = values[index] ?? null
    const added = increments.includes(field.name) ? typeOf(field).increment?.toSent(value) : undefined
    return [field.name, added ? new Increment(added) : toPlain(field, value)]
  })
  return Object.fromEntries(pairs)
}

/** Values for some fields of a record. */
interface PlannedValues {
  readonly fields: readonly Field[]
  readonly values: readonly ColumnValue[]
  readonly increments?: readonly string[] | undefined
}

/** Returns a plain value as a client would send it. */
export function toWire(name: string, plain: Plain, { fields }: Model): unknown {
  const field = fields.find((candidate) => candidate.name === name)
  if (plain === null || plain === undefined) return null
  return (field && typeOf(field).toSent?.(plain)) ?? plain
}

/** Whether the model has a field of this name whose values must never be shown. */
export function isSecretField(name: string, { fields }: Model): boolean {
  return fields.some((field) => field.name === name && isSecret(field))
}

function toPlain(field: Field, value: ColumnValue): Plain {
  const type = typeOf(field)
  return value === null || !type.fromColumn ? value : type.fromColumn(value)
}
