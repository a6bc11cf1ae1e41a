import { hash } from 'node:crypto'
import { toBase32 } from './totp.ts'

/** How many codes somebody gets together. */
const howMany = 10
/** 80 bits each: nobody guesses one, so a plain digest is enough. */
const bytes = 10

/** Makes recovery codes, and the digests by which they are found. `newToken` returns 256 random bits. */
export function makeRecoveryCodes(newToken: () => Uint8Array): { codes: string[]; digests: string[] } {
  const codes = Array.from({ length: howMany }, () => {
    const text = toBase32(newToken().subarray(0, bytes))
    return (text.match(/.{4}/g) ?? []).join('-')
  })
  return { codes, digests: codes.map(toRecoveryDigest) }
}

/** The digest of a code however somebody typed it: small letters, spaces and hyphens do not matter. */
export function toRecoveryDigest(code: string): string {
  return hash('sha256', code.toUpperCase().replaceAll(/[\s-]/g, ''), 'hex')
}
