import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 40
const checksumLength = 6
const keyPattern = /^tab_[0-9A-Za-z]{46}$/

/**
 * Makes an API key of random bytes: `tab_`, 40 random letters and digits, and a checksum of 6. Secret scanners can
 * recognise it without false alarms.
 */
export function toApiKey(random: Uint8Array): string {
  if (random.length < 32) throw new TypeError('An API key needs 32 random bytes.')
  let rest = BigInt(`0x${Buffer.from(random).toString('hex')}`)
  let secret = ''
  while (secret.length < secretLength) {
    secret += digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return `tab_${secret}${checksumOf(secret)}`
}

/** Whether a text has the form of an API key and the right checksum. Session tokens never do. */
export function isApiKey(text: string): boolean {
  return keyPattern.test(text) && checksumOf(text.slice(4, 4 + secretLength)) === text.slice(-checksumLength)
}

/** The only form that the database stores: its tables reveal no session or key that can be used. */
export function toHash(token: string): string {
  return hash('sha256', token, 'hex')
}

function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  while (text.length < checksumLength) {
    text = digits.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Returns the secret of a webhook, in the form of Standard Webhooks, of random bytes. */
export function toSecret(bytes: Uint8Array): string {
  return `whsec_${Buffer.from(bytes).toString('base64')}`
}
