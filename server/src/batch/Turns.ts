/** Lets large work of one user be done one after the other, so that it never takes the user's whole share at once. */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>()

  /** Does some work when all earlier work of the user is done. Work of the service itself never waits. */
  run<T>(user: number | null, work: () => Promise<T>): Promise<T> {
    if (user === null) return work()
    const before = this.#last.get(user)
    const own = before ? before.then(work, work) : work()
    this.#last.set(user, own)
    const forget = () => {
      if (this.#last.get(user) === own) this.#last.delete(user)
    }
    own.then(forget, forget)
    return own
  }
}
