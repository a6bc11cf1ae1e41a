import type { Field } from './Field.ts'

/** The currency of amounts: a code of ISO 4217, or the field of the same record that has it. */
export type Currency = string | { readonly field: string }

/** The currencies that do not have two digits behind the point, by the number of their digits (ISO 4217). */
const byDigits: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: 'CLF UYW'.split(' '),
}

/** The number of digits of all other currencies. */
export const usualDigits = 2

/** The currencies with another number of digits than usual, by that number. */
export const unusualDigits = Object.entries(byDigits).map(([digits, codes]) => ({ digits: Number(digits), codes }))

/** How many digits behind the point amounts of a currency have. */
export function digitsOf(code: string): number {
  return unusualDigits.find(({ codes }) => codes.includes(code))?.digits ?? usualDigits
}

/** The currency of a field's amounts; undefined if they are none. A rollup has that of what it is computed from. */
export function currencyOf(field: Field): Currency | undefined {
  if (field.type === 'rollup') return field.resolved && currencyOf(field.resolved.result)
  if (field.type === 'formula') return field.result?.type === 'decimal' ? field.result.currency : undefined
  return field.type === 'decimal' ? field.currency : undefined
}

/** The same, if a caller who knows these fields may know it. */
export function knownCurrencyOf(field: Field, known: readonly { readonly name: string }[]): Currency | undefined {
  const currency = currencyOf(field)
  if (typeof currency !== 'object') return currency
  return known.some(({ name }) => name === currency.field) ? currency : undefined
}

/** A field of a formula's or a decimal's type with another currency. */
export function withCurrency(field: Field, currency: Currency): Field {
  if (field.type === 'formula' && field.result.type === 'decimal')
    return { ...field, result: { ...field.result, currency } }
  return field.type === 'decimal' ? { ...field, currency } : field
}

/** The value that criteria demand of a field by `=`, whatever else they demand; undefined if they don't. */
export function findPinned(criteria: unknown, fieldName: string): string | undefined {
  if (typeof criteria !== 'object' || criteria === null) return undefined
  const { fieldName: name, operator = 'and', value, criteria: parts } = criteria as Record<string, unknown>
  if (name !== undefined) return name === fieldName && operator === '=' && typeof value === 'string' ? value : undefined
  if (operator !== 'and' || !Array.isArray(parts)) return undefined
  return parts.map((part) => findPinned(part, fieldName)).find((found) => found !== undefined)
}
