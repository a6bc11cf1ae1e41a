/** A number with more characters than this is never exact. */
const maxLength = 400
/** A number with at most this many characters and no exponent is always exact. */
const alwaysExactLength = 16

/**
 * Whether JavaScript represents a number of JSON exactly: `5.0000000000000000001` would become 5, and `1e-400` would
 * become 0. The fields check integers in plain digits, since they know their bounds, and numbers that become infinite.
 */
export function isExact(text: string): boolean {
  if (!/[.eE]/.test(text) || (text.length <= alwaysExactLength && !/[eE]/.test(text))) return true
  if (text.length > maxLength) return false
  const value = Number(text)
  return !Number.isFinite(value) || toDigits(text) === toDigits(String(value))
}

/** The significant digits, and the power of ten of the last one: `-1.50e3` and `-1500` are both `-15e2`. */
function toDigits(text: string): string {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  let [first, end] = [0, digits.length]
  while (digits[end - 1] === '0') end -= 1
  while (first < end && digits[first] === '0') first += 1
  if (first === end) return '0'
  const sign = mantissa.startsWith('-') ? '-' : ''
  return `${sign}${digits.slice(first, end)}e${Number(power) - fraction.length + digits.length - end}`
}
