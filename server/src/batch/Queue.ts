/** An item that waits to be sent. */
export interface Waiting<Item, Result> {
  readonly item: Item
  /** What it must not meet in a group, nor overtake. */
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
  readonly mostGroups: number
  goesAlone(clash: string | number): boolean
}

/** The items of one key: those that wait, and the groups that are under way. */
export class Queue<Item, Result> {
  readonly #options: QueueOptions
  /** The clashes of all items under way: what clashes with them waits. */
  readonly #held = new Set<string | number>()
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

  /** Whether a group is under way that the next one waits for. */
  get isBusy(): boolean {
    return this.#groups > this.#lateGroups || this.#groups >= this.#options.mostGroups
  }

  get isIdle(): boolean {
    return this.#groups + this.#alone === 0 && this.#waiting.length === 0 && !this.isScheduled
  }

  /** How many items are under way alone. */
  get alone(): number {
    return this.#alone
  }

  begin(group: readonly Waiting<Item, Result>[], alone: boolean): Sent {
    const clashes = group.flatMap(({ clash }) => clash ?? [])
    for (const clash of clashes) this.#held.add(clash)
    if (alone) this.#alone += 1
    else this.#groups += 1
    return { clashes, alone, isLate: false }
  }

  /** The next group need not wait for this one any longer. */
  markLate(sent: Sent): void {
    sent.isLate = true
    if (!sent.alone) this.#lateGroups += 1
  }

  end(sent: Sent): void {
    if (sent.alone) this.#alone -= 1
    else this.#groups -= 1
    if (sent.isLate && !sent.alone) this.#lateGroups -= 1
    for (const clash of sent.clashes) this.#held.delete(clash)
  }

  /**
   * Takes the next group; what clashes with an earlier item, waiting or under way, stays, and so does what goes
   * alone.
   */
  takeGroup(): Waiting<Item, Result>[] {
    if (this.#waiting.length === 0 || this.isBusy) return []
    const { limit, goesAlone } = this.#options
    if (this.#waiting[0]?.clash === undefined) return this.#waiting.splice(0, limit)
    const seen = new Set(this.#held)
    const group: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const waiting of this.#waiting) {
      const { clash } = waiting
      const fits = clash === undefined || (!seen.has(clash) && !goesAlone(clash))
      if (group.length < limit && fits) group.push(waiting)
      else rest.push(waiting)
      if (clash !== undefined) seen.add(clash)
    }
    this.#waiting = rest
    return group
  }

  /** Takes the first item that goes alone and clashes with nothing that is under way. */
  takeAlone(): Waiting<Item, Result> | undefined {
    const { goesAlone } = this.#options
    const index = this.#waiting.findIndex(
      ({ clash }) => clash !== undefined && !this.#held.has(clash) && goesAlone(clash),
    )
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }
}
