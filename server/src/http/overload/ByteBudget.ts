/** Anything up to this size, in bytes, is always admitted: the number of requests bounds it. */
export const smallSize = 64 * 1024

/**
 * Limits how many bytes clients make the service hold: bodies that it received, or answers that they do not read. One
 * user has at most a third of the budget. If nothing is held, any size is admitted: another limit bounds it.
 */
export class ByteBudget {
  readonly #maxBytes: number
  readonly #byUser = new Map<number, number>()
  #held = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get held(): number {
    return this.#held
  }

  /** Whether this many more bytes may be held. */
  admits(bytes: number, user?: number): boolean {
    if (bytes <= smallSize || this.#held === 0) return true
    const own = user === undefined ? 0 : (this.#byUser.get(user) ?? 0)
    if (own > 0 && own + bytes > this.#maxBytes / 3) return false
    return this.#held + bytes <= this.#maxBytes
  }

  hold(bytes: number, user?: number): void {
    this.#held += bytes
    if (user !== undefined) this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + bytes)
  }

  release(bytes: number, user?: number): void {
    this.#held -= bytes
    if (user === undefined) return
    const remaining = (this.#byUser.get(user) ?? 0) - bytes
    if (remaining > 0) this.#byUser.set(user, remaining)
    else this.#byUser.delete(user)
  }
}
