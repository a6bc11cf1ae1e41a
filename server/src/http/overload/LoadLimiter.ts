import type { RequestCounts } from '../ServiceStatus.ts'

export interface LoadLimiterOptions {
  /** How long requests may wait for each other before some are refused, in milliseconds. */
  readonly maxDelay: number
  /** How many may be under way, however quickly they are answered. */
  readonly maxRequests: number
}

/** One request while it is counted. */
export interface Visit {
  /** When it began, in working time. */
  readonly began: number
  /** Whose it is, once that is known. */
  user?: number
}

/** Why a request is refused: there is no room for anybody, or its user has more than a fair share of it. */
export type Refusal = 'full' | 'share'

/** So many are always let in: few enough to be answered in time by a slow database, enough for a quick one to show it. */
const least = 64
/** How long is looked at before the room is measured anew, in milliseconds. */
const interval = 100
/** How much the room grows in that time while nobody waits too long. */
const growth = 1.1
/** After a pause longer than this, what arrived meanwhile gets the time to be answered, in milliseconds. */
const longPause = 300

/**
 * Lets in as many requests as can be answered in time, and no more: a request that is refused here costs almost nothing, and all
 * others are answered as quickly as always. A queue that lasts shows in the quickest request of all: slow ones are always there,
 * but if even the quickest took `maxDelay` longer than without a crowd, all of them waited for each other. Then there is
 * room for what is answered in that time at the rate of that moment. Otherwise the room grows, so that a burst is taken as it comes.
 *
 * A pause is no overload. While nothing ends (the database is away, or a primary is being replaced) nothing is known about how many
 * can be answered, so the room stays as it is and the pause does not count as time that anybody waited for others. What arrived
 * meanwhile is a queue, but one that ends: for as long as the pause took, it is no reason to refuse others.
 */
export class LoadLimiter {
  readonly #options: LoadLimiterOptions
  readonly #least: number
  readonly #refused: Record<string, number> = {}
  /** Those that are counted, and of these the ones that are worked on: the others wait until their answers are sent. */
  #underWay = 0
  #working = 0
  readonly #byUser = new Map<number, number>()
  #answered = 0
  #capacity: number
  /** All pauses so far. What is left of the clock without them is called working time. */
  #paused = 0
  /** When a request ended last, or began while none was under way. */
  #progress = 0
  /** Until when the queue that a pause left behind is no reason to refuse anybody, in working time. */
  #recovers = 0
  /** How long the quickest takes where no more than `least` are under way. */
  #alone = Infinity
  /** Of the interval that is being measured: its start in working time, its ends, its quickest, and the most under way. */
  #since = 0
  #ended = 0
  #quickest = Infinity
  #most = 0

  constructor(options: LoadLimiterOptions) {
    this.#options = options
    this.#least = Math.min(least, options.maxRequests)
    this.#capacity = options.maxRequests
  }

  /** Whether the next one must be refused. */
  isFull(): boolean {
    return this.#underWay >= this.#capacity
  }

  /**
   * Why the next request of a user must be refused while it is full, or undefined where it is let in all the same: one with less
   * than a third of the room is not kept out by one with more, up to a third above the room.
   */
  findRefusal(user: number | undefined): Refusal | undefined {
    const share = Math.ceil(this.#capacity / 3)
    const own = user === undefined ? 0 : (this.#byUser.get(user) ?? 0)
    const hasOthers = this.#byUser.size > (own > 0 ? 1 : 0)
    if (own > share && hasOthers) return 'share'
    if (user === undefined || own >= share || this.#underWay >= this.#capacity + share) return 'full'
    for (const count of this.#byUser.values()) if (count > share) return undefined
    return 'full'
  }

  /** Counts a request until it leaves. Time is in milliseconds. */
  begin(now: number): Visit {
    if (this.#working === 0) this.#progress = now
    if (this.#working === 0 && this.#ended === 0) this.#since = now - this.#paused
    this.#underWay += 1
    this.#working += 1
    this.#most = Math.max(this.#most, this.#working)
    return { began: now - this.#paused }
  }

  /** Counts it for its user. */
  enter(visit: Visit, user: number): void {
    if (visit.user !== undefined) return
    visit.user = user
    this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + 1)
  }

  /** Its answer was sent. */
  leave({ user }: Visit): void {
    this.#underWay -= 1
    if (user === undefined) return
    const left = (this.#byUser.get(user) ?? 0) - 1
    if (left > 0) this.#byUser.set(user, left)
    else this.#byUser.delete(user)
  }

  /** Its answer is there. `served` is false where the database was not available: how long that took says nothing about a queue. */
  end({ began }: Visit, now: number, served: boolean): void {
    this.#working -= 1
    this.#answered += 1
    if (!served) return
    this.#notePause(now)
    this.#ended += 1
    this.#quickest = Math.min(this.#quickest, Math.max(0, now - this.#paused - began))
    this.#measure(now - this.#paused)
  }

  /** Notes an answer of 503 with its reason. */
  noteRefused(reason: string): void {
    this.#refused[reason] = (this.#refused[reason] ?? 0) + 1
  }

  get counts(): RequestCounts {
    return {
      underWay: this.#underWay,
      capacity: this.#capacity,
      answered: this.#answered,
      refused: { ...this.#refused },
    }
  }

  #notePause(now: number): void {
    const gap = now - this.#progress
    this.#progress = now
    if (gap <= interval) return
    this.#paused += gap - interval
    if (gap > longPause) this.#recovers = now - this.#paused + gap
  }

  /** Not more often than answers take: what a change of the room did is seen only after that. */
  #measure(now: number): void {
    const passed = now - this.#since
    if (passed < interval || passed < this.#quickest) return
    const { maxDelay, maxRequests } = this.#options
    this.#alone = this.#most > this.#least ? Math.min(this.#alone, this.#quickest) : this.#quickest
    // Twice, since a request waits for the group before its own also where there is no overload.
    const inTime = 2 * this.#alone + maxDelay
    const waited = this.#quickest > inTime && now > this.#recovers
    const capacity = waited ? Math.ceil((this.#ended / passed) * inTime) : Math.ceil(this.#capacity * growth)
    this.#capacity = Math.max(this.#least, Math.min(capacity, maxRequests))
    this.#since = now
    this.#ended = 0
    this.#quickest = Infinity
    this.#most = this.#working
  }
}
