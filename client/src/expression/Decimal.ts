/** An exact number with its digits after the point, as PostgreSQL's `numeric`: 1.50 is `{ digits: 150n, scale: 2 }`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const ten = (power: number): bigint => 10n ** BigInt(power)

/** A number as text or as a JSON number; undefined if it is none. */
export function toDecimal(value: unknown): Decimal | undefined {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return undefined
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(String(value))
  if (!parts) return undefined
  const [, whole = '', fraction = ''] = parts
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** The text of a number, with all its digits. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  return digits < 0n ? `-${whole}` : whole
}

/** The same number with another scale; half away from zero if digits are lost. */
export function toScale(number: Decimal, scale: number): Decimal {
  if (scale >= number.scale) return { digits: number.digits * ten(scale - number.scale), scale }
  return { digits: divideHalfUp(number.digits, ten(number.scale - scale)), scale }
}

/** Both numbers with the greater scale of the two. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale)
  return [toScale(a, scale).digits, toScale(b, scale).digits, scale]
}

export function add(a: Decimal, b: Decimal): Decimal {
  const [left, right, scale] = aligned(a, b)
  return { digits: left + right, scale }
}

export function negate({ digits, scale }: Decimal): Decimal {
  return { digits: -digits, scale }
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale }
}

/** The quotient with as many digits as PostgreSQL gives it; null if the divisor is 0. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.digits === 0n) return null
  const scale = quotientScale(a, b)
  const shift = scale + b.scale - a.scale
  const [above, below] = shift >= 0 ? [a.digits * ten(shift), b.digits] : [a.digits, b.digits * ten(-shift)]
  return { digits: divideHalfUp(above, below), scale }
}

/** The rest of a division, with the sign of the dividend; null if the divisor is 0. */
export function modulo(a: Decimal, b: Decimal): Decimal | null {
  if (b.digits === 0n) return null
  const [left, right, scale] = aligned(a, b)
  return { digits: left % right, scale }
}

/** The greatest whole number that is not greater. */
export function floor({ digits, scale }: Decimal): Decimal {
  const whole = digits / ten(scale)
  return { digits: whole * ten(scale) > digits ? whole - 1n : whole, scale: 0 }
}

/** Negative, zero or positive: less, equal or greater. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [left, right] = aligned(a, b)
  return left < right ? -1 : Number(left > right)
}

/** A whole number in a range. */
export function clampedNumber(number: Decimal, from: number, to: number): number {
  const whole = divideHalfUp(number.digits, ten(number.scale))
  return whole < BigInt(from) ? from : whole > BigInt(to) ? to : Number(whole)
}

function divideHalfUp(above: bigint, below: bigint): bigint {
  const isNegative = above < 0n !== below < 0n
  const [a, b] = [above < 0n ? -above : above, below < 0n ? -below : below]
  const rounded = (2n * a + b) / (2n * b)
  return isNegative ? -rounded : rounded
}

/**
 * The scale of a quotient, by PostgreSQL's `select_div_scale`: at least 16 significant digits, counted in groups of
 * four, and no fewer digits than either operand has.
 */
function quotientScale(a: Decimal, b: Decimal): number {
  const [left, right] = [leadingGroup(a), leadingGroup(b)]
  const weight = left.weight - right.weight - (left.group <= right.group ? 1 : 0)
  return Math.max(16 - weight * 4, a.scale, b.scale, 0)
}

/** The first group of four digits that is not zero, and how many groups are between it and the point. */
function leadingGroup({ digits, scale }: Decimal): { readonly weight: number; readonly group: number } {
  if (digits === 0n) return { weight: 0, group: 0 }
  const text = (digits < 0n ? -digits : digits).toString()
  const wholeDigits = text.length - scale
  const weight = Math.ceil(wholeDigits / 4) - 1
  const length = wholeDigits - weight * 4
  return { weight, group: Number(text.padEnd(length, '0').slice(0, length)) }
}
