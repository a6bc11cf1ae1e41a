import { unavailable } from '../failure/failure.ts'

export interface PasswordCheckerOptions {
  /** How many passwords are hashed at once. Each takes a core and 19 MiB. */
  readonly parallel: number
  /** How many may wait. Others are rejected at once, so that logins can't starve other requests. */
  readonly waiting: number
  /** Verified in place of the hash of a user that does not exist, so that both take the same time. */
  readonly dummyHash: string
  verify(hash: string, password: string): Promise<boolean>
}

/** Checks passwords, a bounded number at a time. */
export class PasswordChecker {
  readonly #options: PasswordCheckerOptions
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(options: PasswordCheckerOptions) {
    this.#options = options
  }

  /** Fails if the queue is full. Called before any other work for a login that would be rejected anyway. */
  requireCapacity(): void {
    if (this.#queue.length >= this.#options.waiting)
      throw unavailable('Too many users are logging in at the moment.', { reason: 'logins' })
  }

  /** Returns whether the password is right. A missing hash is always wrong, but takes the same work. */
  async verify(hash: string | null, password: string): Promise<boolean> {
    await this.#enter()
    try {
      const right = await this.#options.verify(hash ?? this.#options.dummyHash, password)
      return right && hash !== null
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#options.parallel) {
      this.#running += 1
      return
    }
    this.requireCapacity()
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  /** Hands the slot to the next in the queue, without freeing it in between. */
  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#running -= 1
  }
}
