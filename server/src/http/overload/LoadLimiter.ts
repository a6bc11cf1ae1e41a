import type { RequestCounts } from './RequestCounts.ts'

/** The settings that bound the load. */
export interface LoadLimiterOptions {
  /** How long requests may wait for each other before some are refused, in milliseconds. */
  readonly maxDelay: number
  /** The maximum number of requests under way, however fast they are answered. */
  readonly maxRequests: number
}

/** One request while it is counted. */
export interface CountedRequest {
  /** When it began, in working time. */
  readonly began: number
  /** The user who sent it, once that is known. */
  user?: number
}

/** Why a request is refused: the capacity is used up, or its user has more than a fair share of it. */
export type ShedReason = 'full' | 'share'

/** The smallest capacity: low enough for a slow database to answer in time, high enough for a fast one to show it. */
const minCapacity = 64
/** How often the capacity is measured, in milliseconds. */
const interval = 100
/** The factor by which the capacity grows in an interval in which no request waited too long. */
const growth = 1.1
/** After a pause longer than this, in milliseconds, the requests that arrived meanwhile get time to be answered. */
const longPause = 300

/**
 * Accepts as many requests as can be answered in time. To refuse a request here costs almost nothing, and the others
 * are answered as fast as always. A lasting queue shows in the fastest request: slow requests are normal, but if even
 * the fastest one took `maxDelay` longer than it takes without load, all of them waited for each other. Then the
 * capacity becomes the number of requests that are answered in that time at the current rate. Otherwise the capacity
 * grows, so that bursts are accepted.
 *
 * A pause is not an overload. While no request ends (the database is away, or a primary is being replaced), nothing is
 * known about how many can be answered. So the capacity stays as it is, and the pause does not count as time that
 * requests waited for each other. The requests that arrived meanwhile form a queue, but one that ends: for as long as
 * the pause took, it is no reason to refuse others.
 */
export class LoadLimiter {
  readonly #options: LoadLimiterOptions
  readonly #minCapacity: number
  readonly #refused: Record<string, number> = {}
  /** Requests that are counted: those that are worked on, and those whose answers are not sent yet. */
  #underWay = 0
  #working = 0
  readonly #byUser = new Map<number, number>()
  #answered = 0
  #capacity: number
  /** The length of all pauses so far. Working time is the clock minus this. */
  #paused = 0
  /** When the last request ended, or began while none was under way. */
  #lastProgress = 0
  /** Until when the queue after a pause is no reason to refuse requests, in working time. */
  #recoversUntil = 0
  /** How long the fastest request takes while at most `minCapacity` are under way. */
  #unloadedTime = Infinity
  /** The current interval: its start in working time, its answers, its fastest request, the most under way. */
  #since = 0
  #ended = 0
  #fastest = Infinity
  #peak = 0

  constructor(options: LoadLimiterOptions) {
    this.#options = options
    this.#minCapacity = Math.min(minCapacity, options.maxRequests)
    this.#capacity = options.maxRequests
  }

  /** Whether the capacity is used up. Answers that wait for their readers take memory, which another limit bounds. */
  isFull(): boolean {
    return this.#working >= this.#capacity
  }

  /**
   * Why the next request of a user is refused while the capacity is used up; undefined if it is accepted anyway. A user
   * with less than a third of the capacity is accepted if another user has more than a third, up to a third above the
   * capacity.
   */
  findShedReason(user: number | undefined): ShedReason | undefined {
    const share = Math.ceil(this.#capacity / 3)
    const own = user === undefined ? 0 : (this.#byUser.get(user) ?? 0)
    const hasOthers = this.#byUser.size > (own > 0 ? 1 : 0)
    if (own > share && hasOthers) return 'share'
    if (user === undefined || own >= share || this.#working >= this.#capacity + share) return 'full'
    for (const count of this.#byUser.values()) if (count > share) return undefined
    return 'full'
  }

  /** Counts a request until its answer is sent. Time is in milliseconds. */
  begin(now: number): CountedRequest {
    if (this.#working === 0) this.#lastProgress = now
    if (this.#working === 0 && this.#ended === 0) this.#since = now - this.#paused
    this.#underWay += 1
    this.#working += 1
    this.#peak = Math.max(this.#peak, this.#working)
    return { began: now - this.#paused }
  }

  /** Counts a request for its user. */
  setUser(counted: CountedRequest, user: number): void {
    if (counted.user !== undefined) return
    counted.user = user
    this.#byUser.set(user, (this.#byUser.get(user) ?? 0) + 1)
  }

  /** Stops counting a request: its answer was sent. */
  sent({ user }: CountedRequest): void {
    this.#underWay -= 1
    if (user === undefined) return
    const remaining = (this.#byUser.get(user) ?? 0) - 1
    if (remaining > 0) this.#byUser.set(user, remaining)
    else this.#byUser.delete(user)
  }

  /**
   * Counts an answer. `served` is false if the database was not available: the time that took says nothing about a
   * queue.
   */
  answered({ began }: CountedRequest, now: number, served: boolean): void {
    this.#working -= 1
    this.#answered += 1
    if (!served) return
    this.#subtractPause(now)
    this.#ended += 1
    this.#fastest = Math.min(this.#fastest, Math.max(0, now - this.#paused - began))
    this.#measure(now - this.#paused)
  }

  /** Stops counting a request that is no load any more, although it is not answered yet. */
  wait(counted: CountedRequest, now: number): void {
    this.answered(counted, now, false)
    this.sent(counted)
  }

  /** Counts an answer of 503 by its reason. */
  countRefusal(reason: string): void {
    this.#refused[reason] = (this.#refused[reason] ?? 0) + 1
  }

  /** The figures for `/status`. */
  get counts(): RequestCounts {
    return {
      underWay: this.#underWay,
      capacity: this.#capacity,
      answered: this.#answered,
      refused: { ...this.#refused },
    }
  }

  #subtractPause(now: number): void {
    const gap = now - this.#lastProgress
    this.#lastProgress = now
    if (gap <= interval) return
    this.#paused += gap - interval
    if (gap > longPause) this.#recoversUntil = now - this.#paused + gap
  }

  /** Measures the capacity, but not before a request could end: only then a change of the capacity has an effect. */
  #measure(now: number): void {
    const passed = now - this.#since
    if (passed < interval || passed < this.#fastest) return
    const { maxDelay, maxRequests } = this.#options
    const isLoaded = this.#peak > this.#minCapacity
    this.#unloadedTime = isLoaded ? Math.min(this.#unloadedTime, this.#fastest) : this.#fastest
    // Twice, since a request waits for the batch before its own even without an overload.
    const inTime = 2 * this.#unloadedTime + maxDelay
    const waited = this.#fastest > inTime && now > this.#recoversUntil
    const capacity = waited ? Math.ceil((this.#ended / passed) * inTime) : Math.ceil(this.#capacity * growth)
    this.#capacity = Math.max(this.#minCapacity, Math.min(capacity, maxRequests))
    this.#since = now
    this.#ended = 0
    this.#fastest = Infinity
    this.#peak = this.#working
  }
}
