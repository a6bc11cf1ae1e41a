/** An item that waits to be sent. */
export interface Waiting<Item, Result> {
  readonly item: Item
  /** Items with the same clash are never in one group, and keep their order. */
  readonly clash: string | number | undefined
  /** What it may have to wait for, once that was asked. */
  locks?: readonly string[]
  resolve(value: Result): void
  reject(error: unknown): void
}

/** A group that was sent. */
export interface Sent<Item, Result> {
  readonly group: readonly Waiting<Item, Result>[]
  readonly clashes: readonly (string | number)[]
  readonly alone: boolean
  isLate: boolean
}

interface QueueOptions<Item> {
  readonly limit: number
  readonly maxGroups: number
  /** See `BatcherOptions`. */
  locksOf?(item: Item): readonly string[]
  /** Whether any items are sent alone. */
  hasAlone(): boolean
  isAlone(clash: string | number): boolean
}

/** The items of one key that wait, and its groups in progress. */
export class Queue<Item, Result> {
  readonly #options: QueueOptions<Item>
  /** The clashes of all items in progress: items that clash with them wait. */
  readonly #inProgress = new Set<string | number>()
  /** What late groups, and items sent alone, may be waiting for: others would wait for the same. */
  readonly #held = new Map<Sent<Item, Result>, ReadonlySet<string>>()
  #waiting: Waiting<Item, Result>[] = []
  #groups = 0
  #lateGroups = 0
  #alone = 0
  isScheduled = false

  constructor(options: QueueOptions<Item>) {
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

  begin(group: readonly Waiting<Item, Result>[], alone: boolean): Sent<Item, Result> {
    const clashes = group.flatMap(({ clash }) => clash ?? [])
    for (const clash of clashes) this.#inProgress.add(clash)
    const sent = { group, clashes, alone, isLate: false }
    if (alone) {
      this.#alone += 1
      this.#hold(sent)
    } else this.#groups += 1
    return sent
  }

  /** Lets the next group start without waiting for this one. */
  markLate(sent: Sent<Item, Result>): void {
    sent.isLate = true
    if (sent.alone) return
    this.#lateGroups += 1
    this.#hold(sent)
  }

  end(sent: Sent<Item, Result>): void {
    if (sent.alone) this.#alone -= 1
    else this.#groups -= 1
    if (sent.isLate && !sent.alone) this.#lateGroups -= 1
    for (const clash of sent.clashes) this.#inProgress.delete(clash)
    this.#held.delete(sent)
  }

  /**
   * Takes the next group. Items that clash with an earlier one, waiting or in progress, stay in the queue, and so do
   * those that would wait for the same as a late group, and those that are sent alone.
   */
  takeGroup(): Waiting<Item, Result>[] {
    if (this.#waiting.length === 0 || this.isBusy) return []
    const { limit, hasAlone } = this.#options
    const isFree = this.#waiting[0]?.clash === undefined && this.#held.size === 0 && !hasAlone()
    if (isFree) return this.#waiting.splice(0, limit)
    const seen = new Set(this.#inProgress)
    const group: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const waiting of this.#waiting) {
      const { clash } = waiting
      const fits = (clash === undefined || !seen.has(clash)) && !this.#isHeld(waiting) && !this.#isAlone(waiting)
      if (group.length < limit && fits) group.push(waiting)
      else rest.push(waiting)
      if (clash !== undefined) seen.add(clash)
    }
    this.#waiting = rest
    return group
  }

  /** Takes the first item that is sent alone and clashes with nothing in progress. */
  takeAlone(): Waiting<Item, Result> | undefined {
    if (!this.#options.hasAlone()) return undefined
    const index = this.#waiting.findIndex(
      (waiting) =>
        (waiting.clash === undefined || !this.#inProgress.has(waiting.clash)) &&
        this.#isAlone(waiting) &&
        !this.#isHeld(waiting),
    )
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }

  /** What an item may have to wait for. It is asked only while something waits for long. */
  locksOf(waiting: Waiting<Item, Result>): readonly string[] {
    return (waiting.locks ??= this.#options.locksOf?.(waiting.item) ?? [])
  }

  #hold(sent: Sent<Item, Result>): void {
    const locks = new Set(sent.group.flatMap((waiting) => this.locksOf(waiting)))
    if (locks.size > 0) this.#held.set(sent, locks)
  }

  #isHeld(waiting: Waiting<Item, Result>): boolean {
    if (this.#held.size === 0) return false
    const all = [...this.#held.values()]
    return this.locksOf(waiting).some((lock) => all.some((held) => held.has(lock)))
  }

  #isAlone(waiting: Waiting<Item, Result>): boolean {
    const { hasAlone, isAlone } = this.#options
    if (!hasAlone()) return false
    const { clash } = waiting
    return (clash !== undefined && isAlone(clash)) || this.locksOf(waiting).some((lock) => isAlone(lock))
  }
}
