import type { Field } from './field/Field.ts'
import { findCodeFault, isCurrency } from './field/currency.ts'
import { isFormula } from './field/formula.ts'
import { checkMixed } from './field/formula/checkMixed.ts'
import { type Currency, currencyOf, digitsOf } from './field/money.ts'
import type { Model } from './Model.ts'

/** Returns the mistakes in the currency of a field's own amounts; a rollup takes its currency from other fields. */
export function checkMoney(field: Field, model: Model): string[] {
  const declared = 'of' in field ? undefined : currencyOf(field)
  return [
    ...(isFormula(field) ? checkMixed(field, model) : []),
    ...(typeof declared === 'string' ? checkCode(declared, isFormula(field) ? field.result : field) : []),
    ...(typeof declared === 'object' ? checkNamed(declared, model) : []),
  ]
}

/** A constant currency needs no check when records are written: the field can't have more digits. */
function checkCode(code: string, of: object): string[] {
  const fault = findCodeFault(code)
  if (fault !== undefined) return [`currency ${fault}`]
  const digits = digitsOf(code)
  if (!('scale' in of) || Number(of.scale) <= digits) return []
  return [`${code} has ${digits === 0 ? 'no digits' : `${digits} digits`} behind the point: write scale: ${digits}`]
}

function checkNamed(declared: Exclude<Currency, string>, { fields }: Model): string[] {
  const found = fields.find(({ name }) => name === declared?.field)
  if (found && isCurrency(found)) return []
  const known = fields.filter(isCurrency)
  const example = known[0]?.name ?? 'currency'
  return [`currency must be a code such as 'NZD', or { field: '${example}' } with a field ${example}: currency()`]
}
