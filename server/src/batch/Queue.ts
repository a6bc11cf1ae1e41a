/** An item that waits to be sent. */
export interface Waiting<Item, Result> {
  readonly item: Item
  /** Items with the same clash are never in one group, and keep their order. */
  readonly clash: string | number | undefined
  resolve(value: Result): void
  reject(error: unknown): void
}

/** A group that was sent. */
export interface Sent {
  readonly clashes: readonly (string | number)[]
  readonly alone: boolean
  isLate: boolean
}

interface QueueOptions {
  readonly limit: number
  readonly maxGroups: number
  isAlone(clash: string | number): boolean
}

/** The items of one key that wait, and its groups in progress. */
export class Queue<Item, Result> {
  readonly #options: QueueOptions
  /** The clashes of all items in progress: items that clash with them wait. */
  readonly #inProgress = new Set<string | number>()
  #waiting: Waiting<Item, Result>[] = []
  #groups = 0
  #lateGroups = 0
  #alone = 0
  isScheduled = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  add(waiting: Waiting<Item, Result>): void {
    this.#waiting.push(waiting)
  }

  /** Whether the next group must wait for one in progress. */
  get isBusy(): boolean {
    return this.#groups > this.#lateGroups || this.#groups >= this.#options.maxGroups
  }

  get isIdle(): boolean {
    return this.#groups + this.#alone === 0 && this.#waiting.length === 0 && !this.isScheduled
  }

  /** The number of items in progress that were sent alone. */
  get alone(): number {
    return this.#alone
  }

  begin(group: readonly Waiting<Item, Result>[], alone: boolean): Sent {
    const clashes: (string | number)[] = []
    for (const { clash } of group) {
      if (clash === undefined) continue
      clashes.push(clash)
      this.#inProgress.add(clash)
    }
    if (alone) this.#alone += 1
    else this.#groups += 1
    return { clashes, alone, isLate: false }
  }

  /** Lets the next group start without waiting for this one. */
  markLate(sent: Sent): void {
    sent.isLate = true
    if (!sent.alone) this.#lateGroups += 1
  }

  end(sent: Sent): void {
    if (sent.alone) this.#alone -= 1
    else this.#groups -= 1
    if (sent.isLate && !sent.alone) this.#lateGroups -= 1
    for (const clash of sent.clashes) this.#inProgress.delete(clash)
  }

  /**
   * Takes the next group. Items that clash with an earlier one, waiting or in progress, stay in the queue, and so do
   * items that are sent alone.
   */
  takeGroup(): Waiting<Item, Result>[] {
    if (this.#waiting.length === 0 || this.isBusy) return []
    const { limit, isAlone } = this.#options
    if (this.#waiting[0]?.clash === undefined) return this.#waiting.splice(0, limit)
    const seen = new Set(this.#inProgress)
    const group: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const waiting of this.#waiting) {
      const { clash } = waiting
      const fits = clash === undefined || (!seen.has(clash) && !isAlone(clash))
      if (group.length < limit && fits) group.push(waiting)
      else rest.push(waiting)
      if (clash !== undefined) seen.add(clash)
    }
    this.#waiting = rest
    return group
  }

  /** Takes the first item that is sent alone and clashes with nothing in progress. */
  takeAlone(): Waiting<Item, Result> | undefined {
    const { isAlone } = this.#options
    const index = this.#waiting.findIndex(
      ({ clash }) => clash !== undefined && !this.#inProgress.has(clash) && isAlone(clash),
    )
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }
}
