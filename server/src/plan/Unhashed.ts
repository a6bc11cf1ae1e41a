/**
 * The value that stands for a text until it is hashed. No hash looks like it: if a write forgot the hash, PostgreSQL
 * would refuse the value.
 */
export const unhashedMark = '*'

/**
 * The text for a hashed field, such as a password, between the plan and the write. The text itself is never among the
 * planned values, and it is hashed once, however often the write is tried.
 */
export class Unhashed {
  readonly field: string
  /** The member of the request that it was sent in: `0.password`. */
  readonly member: string
  readonly #text: string
  #hash: Promise<string> | undefined

  constructor(field: string, member: string, text: string) {
    this.field = field
    this.member = member
    this.#text = text
  }

  /** Returns the hash, which is made by the first call that succeeds. */
  toHash(make: (text: string) => Promise<string>): Promise<string> {
    this.#hash ??= make(this.#text).catch((error: unknown) => {
      this.#hash = undefined
      throw error
    })
    return this.#hash
  }
}
