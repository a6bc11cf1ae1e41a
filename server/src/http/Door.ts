import type { RequestCounts } from './ServiceStatus.ts'

export interface DoorOptions {
  /** How long requests may wait for each other before some are refused, in milliseconds. */
  readonly maxDelay: number
  /** How many may be under way, however quickly they are answered. */
  readonly maxRequests: number
}

/** So many are always let in: few enough to be answered in time by a slow database, enough for a quick one to show it. */
const least = 64
/** How long is looked at before the room is measured anew, in milliseconds. */
const interval = 100
/** How much the room grows in that time while nobody waits too long. */
const growth = 1.1

/**
 * Lets in as many requests as can be answered in time, and no more: who is refused at the door costs almost nothing, and all
 * others are answered as quickly as always. A queue that lasts shows in the request that took the least time of all: slow ones
 * are always there, but where even the quickest took longer than `maxDelay`, everybody stood in line. Then there is room for
 * what is answered in `maxDelay` at the rate of that moment. Otherwise the room grows, so that a burst is taken as it comes.
 */
export class Door {
  readonly #options: DoorOptions
  readonly #least: number
  readonly #refused: Record<string, number> = {}
  #underWay = 0
  #answered = 0
  #room: number
  #since = 0
  #ended = 0
  #quickest = Infinity

  constructor(options: DoorOptions) {
    this.#options = options
    this.#least = Math.min(least, options.maxRequests)
    this.#room = options.maxRequests
  }

  /** Whether the next one must be refused. */
  isFull(): boolean {
    return this.#underWay >= this.#room
  }

  /** Counts a request while it is worked on. Time is in milliseconds of any clock that only goes forward. */
  begin(now: number): void {
    this.#measure(now)
    this.#underWay += 1
  }

  end(start: number, now: number): void {
    this.#underWay -= 1
    this.#answered += 1
    this.#ended += 1
    this.#quickest = Math.min(this.#quickest, now - start)
    this.#measure(now)
  }

  /** Notes an answer of 503 with its reason. */
  noteRefused(reason: string): void {
    this.#refused[reason] = (this.#refused[reason] ?? 0) + 1
  }

  get counts(): RequestCounts {
    return { underWay: this.#underWay, room: this.#room, answered: this.#answered, refused: { ...this.#refused } }
  }

  #measure(now: number): void {
    const passed = now - this.#since
    if (passed < interval) return
    const { maxDelay, maxRequests } = this.#options
    const waited = this.#underWay > 0 && this.#quickest > maxDelay
    const room = waited ? Math.ceil((this.#ended / passed) * maxDelay) : Math.ceil(this.#room * growth)
    this.#room = Math.max(this.#least, Math.min(room, maxRequests))
    this.#since = now
    this.#ended = 0
    this.#quickest = Infinity
  }
}
