import { Failure } from '../failure/failure.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Faults } from './Faults.ts'

/** What is added to the value of a field, as a client sends it: `{"increment": -2}`. */
type SentIncrement = Readonly<Record<string, unknown>>

/** Whether a sent value is to be added to the field's value. */
export function isIncrement(field: Field, value: unknown): value is SentIncrement {
  if (typeof value !== 'object' || value === null) return false
  return typeOf(field).increment?.members.some((member) => Object.hasOwn(value, member)) ?? false
}

/** Parses what is added. A new record has nothing to add to. */
export function parseIncrement(
  field: Field,
  sent: SentIncrement,
  { faults, path, isChange }: { readonly faults: Faults; readonly path: string; readonly isChange?: true },
): ColumnValue {
  const { increment } = typeOf(field)
  const reading = increment?.read(sent, field) ?? { fault: 'cannot be incremented' }
  const isAlone = Object.keys(sent).every((member) => increment?.members.includes(member))
  if ('value' in reading && isAlone && isChange) return reading.value
  const why = 'fault' in reading && isAlone ? `: ${reading.fault}` : ''
  const fault = isChange
    ? `must be a value, or what is added to it, such as ${increment?.example}${why}`
    : 'cannot be incremented in a new record: send the value itself'
  faults.set(`${path}${field.name}`, fault)
  return null
}

/**
 * Refuses increments of fields that the caller may not read: whether the result is accepted would tell what is there.
 */
export function refuseUnread(increments: readonly string[], isRead: (field: string) => boolean): void {
  const unread = increments.filter((field) => !isRead(field))
  if (unread.length === 0) return
  const message = `You may not increment ${unread.join(', ')}, because you may not read that: set a value instead.`
  throw new Failure('not-permitted', message, { data: { fields: unread } })
}
