import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { Failure } from '../failure/failure.ts'

/** A position in the change feed: that of an entry of the journal, and a digest of that entry. */
export interface FeedPosition {
  readonly position: number
  /** Empty before the first entry. */
  readonly digest: string
}

/** A position, and a digest of the rights with which it was reached. */
export interface TokenContent extends FeedPosition {
  readonly rights: string
}

/** The length of the digest of rights in a token, in characters. */
const rightsLength = 16
/** Positions are padded, so that the length of a token does not tell how many writes there were. */
const positionLength = 16

/**
 * Tokens of the change feed. They are encrypted, because a position would reveal how much is written that the caller
 * may not see, and signed, so that clients cannot forge them.
 */
export class ChangeTokens {
  readonly #signing: Buffer
  readonly #encrypting: Buffer

  /** All processes share `key`, so that each accepts the tokens of the others. */
  constructor(key: Uint8Array) {
    this.#signing = createHmac('sha256', key).update('sign changes').digest()
    this.#encrypting = createHmac('sha256', key).update('encrypt changes').digest()
  }

  toToken({ position, digest, rights }: TokenContent): string {
    const text = `${String(position).padStart(positionLength, '0')}${rights.slice(0, rightsLength)}${digest}`
    const signature = this.#sign(text)
    const cipher = createCipheriv('aes-256-ctr', this.#encrypting, signature)
    return Buffer.concat([signature, cipher.update(text, 'latin1'), cipher.final()]).toString('base64url')
  }

  /** Returns the position in a token. Fails if the text is not a token of this service. */
  read(token: string): TokenContent {
    const bytes = Buffer.from(token, 'base64url')
    const signature = bytes.subarray(0, 16)
    if (bytes.length >= 16 + positionLength + rightsLength && bytes.toString('base64url') === token) {
      const cipher = createDecipheriv('aes-256-ctr', this.#encrypting, signature)
      const text = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('latin1')
      if (this.#sign(text).equals(signature)) return toContent(text)
    }
    throw new Failure(
      'invalid-parameter',
      'The parameter after must be the next of an answer of /ws/changes, the changes of a list, or start.',
    )
  }

  /** The first bytes of the signature are also the start of the cipher, so that equal positions have equal tokens. */
  #sign(text: string): Buffer {
    return createHmac('sha256', this.#signing).update(text).digest().subarray(0, 16)
  }
}

function toContent(text: string): TokenContent {
  const rights = text.slice(positionLength, positionLength + rightsLength)
  const digest = text.slice(positionLength + rightsLength)
  return { position: Number(text.slice(0, positionLength)), rights, digest }
}

/** Whether a token was made with the same rights. */
export function hasRights(content: TokenContent, rights: string): boolean {
  return content.rights === rights.slice(0, rightsLength)
}
