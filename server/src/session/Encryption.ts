import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { requireValue } from '../failure/invariant.ts'

const algorithm = 'aes-256-gcm'
const [ivLength, tagLength] = [12, 16]

/** What a secret is, such as `totp`, and whose. Text that was encrypted for another owner does not open. */
export type SecretOwner =
  | { readonly kind: string; readonly userId: number }
  /** SHA-256 of the token of a session, in hex. */
  | { readonly kind: string; readonly session: string }

/**
 * Encrypts secrets that the service must read again, so that the database and its backups do not tell them. The first
 * key encrypts, all decrypt: so keys can be replaced without a moment in which something does not open.
 */
export class Encryption {
  readonly #keys: ReadonlyMap<string, Uint8Array>
  readonly #newToken: () => Uint8Array

  /** `newToken` returns 256 random bits. */
  constructor(keys: readonly Uint8Array[], newToken: () => Uint8Array) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]))
    this.#newToken = newToken
  }

  /** The key that encrypts: stored text that begins with another one should be encrypted again. */
  get currentKey(): string {
    const [id] = this.#keys.keys()
    return requireValue(id, 'A key that encrypts')
  }

  /** Returns the text to store: the id of the key, and in base64 the nonce, the text and its mark. */
  encrypt(text: string, owner: SecretOwner): string {
    const id = this.currentKey
    const iv = this.#newToken().subarray(0, ivLength)
    const cipher = createCipheriv(algorithm, requireValue(this.#keys.get(id), 'A key'), iv, {
      authTagLength: tagLength,
    })
    cipher.setAAD(toData(owner))
    const encrypted = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${id}.${encrypted.toString('base64url')}`
  }

  /** Returns the text. Throws if its key is not there any more, or if it was changed or belongs to another owner. */
  decrypt(stored: string, owner: SecretOwner): string {
    const [id = '', encoded = ''] = stored.split('.')
    const key = this.#keys.get(id)
    if (!key) throw new Error(`encryptionKeys has no key ${id}: add the key that encrypted this secret at the end.`)
    const bytes = Buffer.from(encoded, 'base64url')
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
    decipher.setAAD(toData(owner)).setAuthTag(bytes.subarray(-tagLength))
    const text = decipher.update(bytes.subarray(ivLength, -tagLength))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  }
}

/** The additional data, which is not stored: it must be the same for the text to open. */
function toData(owner: SecretOwner): Buffer {
  return Buffer.from(`${owner.kind} ${'userId' in owner ? owner.userId : owner.session}`)
}

/** Names a key without telling it. */
function idOf(key: Uint8Array): string {
  return hash('sha256', key, 'hex').slice(0, 8)
}
