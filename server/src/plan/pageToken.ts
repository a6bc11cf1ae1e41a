import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Failure } from '../failure/failure.ts'
import type { SearchRequest } from '../call/SearchRequest.ts'
import type { SortKey } from './parseSort.ts'

/**
 * Page tokens: where a page ended, as an opaque text for the client. A token holds the sort keys of the last record and
 * a signature over them and the search, so that clients cannot forge a token or use it with another search.
 */
export class PageTokens {
  /** Made once: of bytes, Node would make one for every signature, which takes five times as long as signing. */
  readonly #key: KeyObject
  /** The last token and what it signs: under load, many clients ask for the same page. */
  #last = { text: '', token: '' }

  /**
   * All processes share `key`, so that each accepts the tokens of the others. A token of another epoch is rejected: its
   * page may have ended in records that were lost.
   */
  constructor(key: Uint8Array, epoch = 0) {
    this.#key = createSecretKey(epoch === 0 ? key : createHmac('sha256', key).update(`epoch ${epoch}`).digest())
  }

  /** Makes the token for the page after the record with these sort keys. */
  toToken(keys: readonly (string | null)[], identity: string): string {
    const text = toSigned(keys, identity)
    if (text === this.#last.text) return this.#last.token
    const token = Buffer.from(JSON.stringify([this.#sign(text), ...keys])).toString('base64url')
    if (text.length <= maxKept) this.#last = { text, token }
    return token
  }

  /** Returns the sort keys in a token. Fails if the text is not a token of this search. */
  read(token: string, identity: string, count: number): (string | null)[] {
    const [given, ...keys] = decode(token)
    const fits = keys.length === count && keys.every((key) => key === null || typeof key === 'string')
    if (fits && typeof given === 'string' && isSame(given, this.#sign(toSigned(keys, identity)))) return keys
    throw new Failure(
      'invalid-parameter',
      'The member after must be the next of an answer to the same search: same criteria, same sort.',
    )
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22)
  }
}

/** The longest signed text that is kept with its token, in characters. */
const maxKept = 1_000

/** The text that a token's signature is made of. */
function toSigned(keys: readonly (string | null)[], identity: string): string {
  return JSON.stringify(['page', identity, keys])
}

/**
 * Returns what a token is tied to: a text that two searches share only if they differ in their page at most. It
 * includes the types of the sort keys, since a token from before a model change would hold values of another type. The
 * id, which is last, never changes its type.
 */
export function searchIdentity(
  model: string,
  { criteria, q, sortBy, archived }: Pick<SearchRequest, 'criteria' | 'q' | 'sortBy' | 'archived'> = {},
  sort: readonly SortKey[] = [],
): string {
  const types = sort.slice(0, -1).map(({ path }) => path.field.type)
  return JSON.stringify([model, criteria ?? null, q ?? null, sortBy ?? [], types, ...(archived ? [archived] : [])])
}

function decode(token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Compares in constant time. */
function isSame(given: string, signature: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(signature)]
  return one.length === other.length && timingSafeEqual(one, other)
}
