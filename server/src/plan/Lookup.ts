import type { Field } from '../model/field/Field.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'

/** A record that is named by a unique field, or by all fields of a unique group: the database finds its id. */
export interface Lookup {
  /** The name of the record's model. */
  readonly target: string
  readonly key: readonly LookupPart[]
}

/** One field of a key, and its value. A reference in a key may be named by a key itself. */
export interface LookupPart {
  readonly field: Field
  readonly value: ColumnValue | Lookup
}

/** The reference field of a planned record whose value is looked up. Among the planned values it is null. */
export interface FieldLookup {
  readonly field: string
  readonly lookup: Lookup
}

/** Whether a part of a key is itself named by a key. */
export function isLookup(value: ColumnValue | Lookup): value is Lookup {
  return typeof value === 'object' && value !== null
}

/** The values of a key in the order of its fields, those of inner keys included. */
export function lookupValues({ key }: Lookup): ColumnValue[] {
  return key.flatMap(({ value }) => (isLookup(value) ? lookupValues(value) : [value]))
}

/** Everything about a look-up except its values: look-ups with the same text have the same SQL. */
export function lookupText({ target, key }: Lookup): string {
  const parts = key.map(({ field, value }) => (isLookup(value) ? `${field.name} ${lookupText(value)}` : field.name))
  return `${target}(${parts.join()})`
}
