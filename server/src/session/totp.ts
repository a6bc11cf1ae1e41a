import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long a code counts, in milliseconds. */
const period = 30_000
/** How many periods before and after that of now are taken, because clocks differ. */
const tolerance = 1
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The text of bytes as apps take it: five bits for each character (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => base32.charAt(Number.parseInt(five, 2))).join('')
}

/** The bytes of such a text. */
function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (char) => base32.indexOf(char).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The code of a period (RFC 6238: HMAC-SHA-1). */
export function toCode(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The period whose code this is, of those that are taken at a moment; undefined if there is none. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / period)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, index) => current - tolerance + index)
  // All are compared, so that the time tells nothing. The latest counts: no earlier one can be used after it.
  return steps.filter((step) => isSame(toCode(secret, step), code)).at(-1)
}

function isSame(known: string, given: string): boolean {
  const [one, other] = [Buffer.from(known), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What an app reads from a QR code or a link. */
export function toUri(secret: string, username: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
