import { booleanType } from './boolean.ts'
import { choiceType } from './choice.ts'
import { choicesType } from './choices.ts'
import { computedType } from './computed.ts'
import { currencyType } from './currency.ts'
import { dateType } from './date.ts'
import { dateTimeType } from './dateTime.ts'
import { decimalType } from './decimal.ts'
import type { Field } from './Field.ts'
import type { FieldType } from './FieldType.ts'
import { formulaType, formulaTypeOf } from './formula.ts'
import { integerType } from './integer.ts'
import { jsonType } from './json.ts'
import { referenceType } from './reference.ts'
import { seriesType } from './series.ts'
import { rollupType, withResult } from './rollup.ts'
import { textType } from './text.ts'

/** All field types by name. A new type needs one file and one line here; the type `Field` follows from it. */
export const fieldTypes = {
  text: textType,
  integer: integerType,
  decimal: decimalType,
  boolean: booleanType,
  date: dateType,
  dateTime: dateTimeType,
  choice: choiceType,
  choices: choicesType,
  currency: currencyType,
  json: jsonType,
  reference: referenceType,
  computed: computedType,
  formula: formulaType,
  series: seriesType,
  rollup: rollupType,
}

/** The type of a field. */
export function typeOf(field: Field): FieldType<Field> {
  // Does not compile if the name of a type differs from the `type` of its fields.
  const table: { readonly [T in Field['type']]: FieldType<Extract<Field, { type: T }>> } = fieldTypes
  if (field.type === 'formula') return formulaTypeOf(field)
  if (field.type !== 'rollup' || !field.resolved) return table[field.type]
  const { result } = field.resolved
  return withResult(result, table[result.type])
}

/** Whether the row of a record has a column for the field. */
export function isStored(field: Field): boolean {
  return typeOf(field).stored !== false
}

/** The type of a field whose declaration is not checked yet; undefined if there is no such type. */
export function findType(field: Field): FieldType<Field> | undefined {
  return Object.hasOwn(fieldTypes, field.type) ? typeOf(field) : undefined
}
