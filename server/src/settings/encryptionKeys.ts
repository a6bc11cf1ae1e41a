import type { Kind } from './kinds.ts'

/** Keys of AES-256 in base64, separated by commas. */
export const encryptionKeys: Kind<readonly Uint8Array[]> = {
  placeholder: 'key,key',
  example: 'the output of openssl rand -base64 32',
  parse: (given) => {
    const texts = given.split(',').map((part) => part.trim())
    const keys = texts.map((text) => Buffer.from(text, 'base64'))
    const areKeys = keys.every((key, index) => key.length === 32 && key.toString('base64') === texts[index])
    if (!areKeys)
      throw new TypeError(
        'must be keys of 32 bytes in base64, separated by commas, such as openssl rand -base64 32 makes',
      )
    if (new Set(texts).size < texts.length) throw new TypeError('has a key twice: keep one of the two')
    return keys
  },
}
