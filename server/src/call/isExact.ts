/** A number with more characters than this is not worth to be looked at. */
const longest = 400
/** So many characters always come back as they were. */
const always = 16

/**
 * Whether JavaScript keeps a number of JSON to the letter: `5.0000000000000000001` would become 5, and `1e-400` would
 * become 0. Whole numbers in plain digits are left to the fields, which know how large they may be, and so is what
 * becomes infinite.
 */
export function isExact(text: string): boolean {
  if (!/[.eE]/.test(text) || (text.length <= always && !/[eE]/.test(text))) return true
  if (text.length > longest) return false
  const value = Number(text)
  return !Number.isFinite(value) || toDigits(text) === toDigits(String(value))
}

/** The digits that count, and the power of ten of the last: `-1.50e3` and `-1500` are both `-15e2`. */
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
