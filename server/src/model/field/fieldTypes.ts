import { booleanType } from './boolean.ts'
import { choiceType } from './choice.ts'
import { computedType } from './computed.ts'
import { dateType } from './date.ts'
import { dateTimeType } from './dateTime.ts'
import { decimalType } from './decimal.ts'
import type { Field } from './Field.ts'
import type { FieldType } from './FieldType.ts'
import { integerType } from './integer.ts'
import { jsonType } from './json.ts'
import { referenceType } from './reference.ts'
import { textType } from './text.ts'

/** Every type of field by its name. A new type is one file and one line here. */
export const fieldTypes: { readonly [T in Field['type']]: FieldType<Extract<Field, { type: T }>> } = {
  text: textType,
  integer: integerType,
  decimal: decimalType,
  boolean: booleanType,
  date: dateType,
  dateTime: dateTimeType,
  choice: choiceType,
  json: jsonType,
  reference: referenceType,
  computed: computedType,
}

/** The type of a field. The table's own type says that the two belong together; here the compiler is told so. */
export function typeOf(field: Field): FieldType<Field> {
  return fieldTypes[field.type]
}
