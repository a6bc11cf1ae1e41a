import { unavailable } from '../failure/failure.ts'

/** The slot of a stream or a request that waits. */
export interface StreamSlot {
  /** Counts it as one of a user, once the user is known. Fails if that user has too many. */
  assign(user: number): void
  /** Frees the slot. */
  readonly release: () => void
}

/**
 * The slots of clients that follow the changes. A user has at most a third of them while others follow, and never the
 * last third: so one account can't take them from all others.
 */
export class Followers {
  readonly #max: number
  readonly #share: number
  readonly #byUser = new Map<number, number>()
  #count = 0

  constructor(max: number) {
    this.#max = max
    this.#share = Math.ceil(max / 3)
  }

  /** Takes a slot. Fails if there is none. */
  enter(): StreamSlot {
    if (this.#count >= this.#max)
      throw unavailable('Too many clients follow the changes at the moment.', { reason: 'streams' })
    this.#count += 1
    let isInside = true
    let owner: number | undefined
    return {
      assign: (user) => {
        if (!isInside || owner !== undefined) return
        this.#requireShare(user)
        owner = user
        this.#byUser.set(user, this.#countOf(user) + 1)
      },
      release: () => {
        if (isInside) this.#count -= 1
        if (isInside && owner !== undefined) this.#releaseOf(owner)
        isInside = false
      },
    }
  }

  /** The slot is counted already, but not yet as one of the user. */
  #requireShare(user: number): void {
    const own = this.#countOf(user)
    if (own < this.#share) return
    const areOthers = this.#byUser.size > 1
    if (areOthers || this.#count > this.#max - this.#share)
      throw unavailable(
        `You follow the changes with ${own} streams and waiting requests already: close some, or follow several ` +
          'models with one.',
        { reason: 'streamShare' },
      )
  }

  #releaseOf(user: number): void {
    const left = this.#countOf(user) - 1
    if (left > 0) this.#byUser.set(user, left)
    else this.#byUser.delete(user)
  }

  #countOf(user: number): number {
    return this.#byUser.get(user) ?? 0
  }
}
