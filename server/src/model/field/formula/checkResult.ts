import { type FormulaResult, resultOptions } from './FormulaResult.ts'

const example = "such as formula('quantity * price', decimal({ precision: 14, scale: 2 }))"

/** Returns the mistakes in the declared type of a formula's result. */
export function checkResult(result: unknown): string[] {
  if (typeof result !== 'object' || result === null || !('type' in result))
    return [`a formula needs a type, ${example}`]
  const { type, ...options } = result as { type: FormulaResult['type']; [option: string]: unknown }
  if (!Object.hasOwn(resultOptions, type))
    return [`the result of a formula is one of ${Object.keys(resultOptions).join(', ')}, ${example}`]
  const allowed: readonly string[] = resultOptions[type]
  const other = Object.keys(options).find((option) => !allowed.includes(option))
  if (other !== undefined)
    return [`the type of a formula has no option "${other}": options of the field are the third argument of formula()`]
  if (type === 'text' && !isWhole(options['max'], 1, 1_000_000))
    return ['a formula that is a text needs the maximum length of the text, such as text({ max: 100 })']
  return type === 'decimal' ? checkDigits(options) : []
}

function checkDigits({ precision, scale }: { precision?: unknown; scale?: unknown }): string[] {
  if (!isWhole(precision, 1, 100)) return ['precision must be a whole number from 1 to 100, such as precision: 12']
  if (!isWhole(scale, 0, Number(precision)))
    return ['scale must be a whole number from 0 to the precision, such as scale: 2']
  return []
}

function isWhole(digits: unknown, from: number, to: number): boolean {
  return typeof digits === 'number' && Number.isInteger(digits) && digits >= from && digits <= to
}
