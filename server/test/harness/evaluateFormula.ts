import type { ExpressionTree } from '../../src/expression/ExpressionTree.ts'
import { requireValue } from '../../src/failure/invariant.ts'
import type { FormulaField } from '../../src/model/field/formula.ts'
import type { Model } from '../../src/model/Model.ts'

/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The value of a formula of numbers for a record, as JSON: null if it has none, undefined if it is too large. */
export function evaluateFormula(
  { tree, result }: FormulaField,
  record: Readonly<Record<string, unknown>>,
  model: Model,
): string | number | null | undefined {
  const exact = evaluate(requireValue(tree, 'The tree of the formula'), record, model)
  if (exact === null) return null
  const value = round(exact, result.type === 'decimal' ? result.scale : 0)
  const size = value.digits < 0n ? -value.digits : value.digits
  if (result.type !== 'decimal') return size > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(value.digits)
  return size >= 10n ** BigInt(result.precision) ? undefined : toText(value)
}

function evaluate(tree: ExpressionTree, record: Readonly<Record<string, unknown>>, model: Model): Decimal | null {
  switch (tree.is) {
    case 'literal':
      return toDecimal(String(tree.value))
    case 'field': {
      const field = model.fields.find(({ name }) => name === tree.name)
      const value = field?.type === 'formula' ? evaluateFormula(field, record, model) : record[tree.name]
      return value === null || value === undefined ? null : toDecimal(String(value))
    }
    case 'call': {
      const [left, right] = tree.of.map((side) => evaluate(side, record, model))
      if (tree.name === 'negative') return left ? { ...left, digits: -left.digits } : null
      if (!left || !right) return null
      return tree.name === 'round' ? round(left, Number(right.digits)) : operate(tree.name, left, right)
    }
    case 'variable':
      throw new TypeError(`The variable ${tree.name} is not a number.`)
  }
}

function operate(operator: string, left: Decimal, right: Decimal): Decimal | null {
  if (operator === '*') return { digits: left.digits * right.digits, scale: left.scale + right.scale }
  if (operator === '/') return right.digits === 0n ? null : divide(left, right)
  const scale = Math.max(left.scale, right.scale)
  const [a, b] = [withScale(left, scale), withScale(right, scale)]
  return { digits: operator === '+' ? a + b : a - b, scale }
}

/** As many digits as PostgreSQL keeps of a quotient: 16 significant ones, counted in groups of four, or more. */
function divide(left: Decimal, right: Decimal): Decimal {
  const [a, b] = [firstGroup(left), firstGroup(right)]
  const weight = a.weight - b.weight - (a.first <= b.first ? 1 : 0)
  const scale = Math.min(1_000, Math.max(16 - weight * 4, left.scale, right.scale, 0))
  const digits = left.digits * 10n ** BigInt(scale + right.scale)
  return { digits: roundedQuotient(digits, right.digits * 10n ** BigInt(left.scale)), scale }
}

/** The first group of four digits of a number, and how many groups are between it and the point. */
function firstGroup({ digits, scale }: Decimal): { first: number; weight: number } {
  if (digits === 0n) return { first: 0, weight: 0 }
  const size = (digits < 0n ? -digits : digits).toString()
  const before = size.length - scale
  const weight = Math.ceil(before / 4) - 1
  const length = before - weight * 4
  return { first: Number(size.slice(0, length).padEnd(length, '0')), weight }
}

function round(value: Decimal, scale: number): Decimal {
  if (scale >= value.scale) return { digits: withScale(value, scale), scale }
  return { digits: roundedQuotient(value.digits, 10n ** BigInt(value.scale - scale)), scale }
}

/** Half a unit is rounded away from zero. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [a, b] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * a + b) / (2n * b)
  return isNegative ? -quotient : quotient
}

function withScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}

function toDecimal(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

function toText({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const size = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + size : `${sign}${size.slice(0, -scale)}.${size.slice(-scale)}`
}
