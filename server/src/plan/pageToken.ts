import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { Failure } from '../failure.ts'
import type { SortKey } from './SearchPlan.ts'

/**
 * Page tokens: where a page ended, as an opaque text for the client. A token holds the sort keys of the last record and
 * a signature over them and the search, so that nobody can make one up or send one along with another search.
 */
export class PageTokens {
  /** Made once: of bytes, Node would make one for every signature, which takes five times as long as signing. */
  readonly #key: KeyObject

  /** `key` is shared by all processes: a token of one is taken by the others. */
  constructor(key: Uint8Array) {
    this.#key = createSecretKey(key)
  }

  /** The token behind a record with these sort keys. */
  toToken(keys: readonly (string | null)[], identity: string): string {
    return Buffer.from(JSON.stringify([this.#sign(keys, identity), ...keys])).toString('base64url')
  }

  /** The sort keys in a token, or the failure of a text that is none of this search's tokens. */
  read(token: string, identity: string, count: number): (string | null)[] {
    const [given, ...keys] = decode(token)
    const fits = keys.length === count && keys.every((key) => key === null || typeof key === 'string')
    if (fits && typeof given === 'string' && isSame(given, this.#sign(keys, identity))) return keys
    throw new Failure(
      'invalid-parameter',
      'What is sent as after must be the next of an answer to the same search: same criteria, same sort.',
    )
  }

  #sign(keys: readonly (string | null)[], identity: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(['page', identity, keys]))
      .digest('base64url')
      .slice(0, 22)
  }
}

/**
 * What a token is tied to: a text that two searches share only if they are the same but for their place. The types of
 * the sort keys belong to it: a token from before a model changed would hold values of another type. The id, which is
 * last, never changes.
 */
export function searchIdentity(
  model: string,
  { criteria, q, sortBy }: { criteria?: unknown; q?: string; sortBy?: readonly string[] } = {},
  sort: readonly SortKey[] = [],
): string {
  const types = sort.slice(0, -1).map(({ path }) => path.field.type)
  return JSON.stringify([model, criteria ?? null, q ?? null, sortBy ?? [], types])
}

function decode(token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Compares in a time that does not depend on where they differ. */
function isSame(given: string, signature: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(signature)]
  return one.length === other.length && timingSafeEqual(one, other)
}
