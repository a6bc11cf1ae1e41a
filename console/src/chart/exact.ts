/** A decimal as a whole number of its smallest unit. */
interface Exact {
  readonly units: bigint
  readonly scale: number
}

/** What is left of a decimal without others, as text: nothing is rounded. */
export function subtract(from: string, others: readonly string[]): string {
  const all = [from, ...others].map(toExact)
  const scale = Math.max(...all.map((each) => each.scale))
  const [first = 0n, ...rest] = all.map(({ units, scale: own }) => units * 10n ** BigInt(scale - own))
  return toText(
    rest.reduce((left, units) => left - units, first),
    scale,
  )
}

/** What decimals come to, as text: nothing is rounded. */
export function sum(all: readonly string[]): string {
  return subtract(
    '0',
    all.map((digits) => (digits.startsWith('-') ? digits.slice(1) : `-${digits}`)),
  )
}

/** A decimal without zeros at its end. */
export function trimZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}

function toExact(digits: string): Exact {
  const [before = '0', after = ''] = digits.split('.')
  return { units: BigInt(before + after), scale: after.length }
}

function toText(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`
}
