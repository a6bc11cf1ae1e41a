/** What is this small is always taken: it is bounded by the number of requests. */
const small = 64 * 1024

/**
 * How many bytes clients make the service hold: bodies that it received, or answers that they do not read. One user has at most a
 * third of the budget. A first one is taken however large it is: its size has a limit of its own.
 */
export class ByteBudget {
  readonly #most: number
  readonly #byUser = new Map<number, number>()
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  get held(): number {
    return this.#held
  }

  /** Whether so many more may be held. */
  admits(bytes: number, user?: number): boolean {
    if (bytes <= small || this.#held === 0) return true
    const own = user === undefined ? 0 : (this.#byUser.get(user) ?? 0)
    if (own > 0 && own + bytes > this.#most / 3) return false
    return this.#held + bytes <= this.#most
  }

  hold(bytes: number, user?: number): void {
    this.#held += bytes
    if (user !== undefined) this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + bytes)
  }

  release(bytes: number, user?: number): void {
    this.#held -= bytes
    if (user === undefined) return
    const left = (this.#byUser.get(user) ?? 0) - bytes
    if (left > 0) this.#byUser.set(user, left)
    else this.#byUser.delete(user)
  }
}
