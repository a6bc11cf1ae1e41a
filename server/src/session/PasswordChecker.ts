import { unavailable } from '../failure.ts'

export interface PasswordCheckerOptions {
  /** How many are hashed at once; hashing takes a core and 19 MiB each. */
  readonly parallel: number
  /** How many may wait; more are refused at once, so that logins cannot starve the rest. */
  readonly waiting: number
  /** Stands in for the hash of a user that does not exist, so that both take the same time. */
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

  /** Refuses while the line is full, before anything else is done for one who would be sent away at its end. */
  requireRoom(): void {
    if (this.#queue.length >= this.#options.waiting)
      throw unavailable('Too many people log in at the moment.', { reason: 'logins' })
  }

  /** Whether the password is right; never for a missing hash, but after the same work. */
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
    this.requireRoom()
    await new Promise<void>((resolve) => this.#queue.push(resolve))
  }

  /** The place goes to the next in line, without being free in between. */
  #leave(): void {
    const next = this.#queue.shift()
    if (next) next()
    else this.#running -= 1
  }
}
