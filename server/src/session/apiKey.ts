import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 40
const checksumLength = 6
const shape = /^tab_[0-9A-Za-z]{46}$/

/**
 * An API key out of random bytes: `tab_`, 40 random letters and digits, and 6 that check them, so that secret scanners
 * find it and nothing else.
 */
export function toApiKey(random: Uint8Array): string {
  if (random.length < 32) throw new TypeError('An API key takes 32 random bytes.')
  let rest = BigInt(`0x${Buffer.from(random).toString('hex')}`)
  let secret = ''
  while (secret.length < secretLength) {
    secret += digits.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return `tab_${secret}${checksumOf(secret)}`
}

/** Whether a text is of the form of an API key, its checksum included. Session tokens never are. */
export function isApiKey(text: string): boolean {
  return shape.test(text) && checksumOf(text.slice(4, 4 + secretLength)) === text.slice(-checksumLength)
}

/** The database keeps only this: who reads its tables can use neither session nor key. */
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
