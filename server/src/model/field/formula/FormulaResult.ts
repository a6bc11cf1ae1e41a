import { type BooleanField, booleanType } from '../boolean.ts'
import { type DateField, dateType } from '../date.ts'
import { type DateTimeField, dateTimeType } from '../dateTime.ts'
import { type DecimalField, decimalType } from '../decimal.ts'
import type { CommonField, FieldType } from '../FieldType.ts'
import { type IntegerField, integerType } from '../integer.ts'
import type { Currency } from '../money.ts'
import { type TextField, textType } from '../text.ts'

/** The type of a formula's value. */
export type FormulaResult =
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number; readonly currency?: Currency }
  | { readonly type: 'text'; readonly max: number }
  | { readonly type: 'integer' | 'boolean' | 'date' | 'dateTime' }

/** A field of the type of a formula's value. */
export type ResultType = DecimalField | TextField | IntegerField | BooleanField | DateField | DateTimeField

/** The options that the type of a result has. */
export const resultOptions = {
  decimal: ['precision', 'scale', 'currency'],
  integer: [],
  text: ['max'],
  boolean: [],
  date: [],
  dateTime: [],
} as const satisfies Record<FormulaResult['type'], readonly string[]>

/** What is made of the type of each result. */
export function resultTypes<T>(make: (type: FieldType<ResultType>) => T): Readonly<Record<FormulaResult['type'], T>> {
  const ofAny = (type: unknown) => make(type as FieldType<ResultType>)
  return {
    decimal: ofAny(decimalType),
    integer: ofAny(integerType),
    text: ofAny(textType),
    boolean: ofAny(booleanType),
    date: ofAny(dateType),
    dateTime: ofAny(dateTimeType),
  }
}

/** An ordinary field with the values of a formula. */
export function resultOf({ result, ...field }: CommonField & { readonly result: FormulaResult }): ResultType {
  return { ...field, ...result }
}
