/** A decimal as a whole number of its smallest units. */
export function toUnits(text: string, scale = 0): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole + fraction.padEnd(scale, '0'))
  return text.startsWith('-') ? -units : units
}

/** The decimal with so many of its smallest units. */
export function fromUnits(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0n ? `-${text}` : text
}
