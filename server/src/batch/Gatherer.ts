/** What became of one item of a group. */
export type Settlement<Result> = { readonly value: Result } | { readonly error: unknown }

export interface GathererOptions<Item, Result> {
  /** Items of one key can go together in one statement. */
  keyOf(item: Item): string
  /** Items of one key that must not meet in one group, such as two changes of one record. */
  clashOf?(item: Item): unknown
  /** How many go together at most. */
  readonly limit: number
  /** Carries out a group; gives a settlement for each item, in their order. */
  run(items: Item[]): Promise<Settlement<Result>[]>
}

interface Waiting<Item, Result> {
  readonly item: Item
  resolve(value: Result): void
  reject(error: unknown): void
}

/**
 * Natural batching. At most one group of a key is under way; what arrives meanwhile goes together in the next. When
 * idle an item leaves at once. An item never joins a group that was already sent, so every group's snapshot is later
 * than all of its items, and everybody reads their own writes.
 */
export class Gatherer<Item, Result> {
  readonly #options: GathererOptions<Item, Result>
  readonly #queues = new Map<string, Waiting<Item, Result>[]>()

  constructor(options: GathererOptions<Item, Result>) {
    this.#options = options
  }

  submit(item: Item): Promise<Result> {
    const key = this.#options.keyOf(item)
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const queue = this.#queues.get(key)
      if (queue) {
        queue.push(waiting)
        return
      }
      const started = [waiting]
      this.#queues.set(key, started)
      // What else arrives in this turn of the event loop still goes along.
      setImmediate(() => void this.#work(key, started))
    })
  }

  async #work(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    const group = this.#take(queue)
    const settlements = await this.#runGroup(group.map(({ item }) => item))
    // Who waits comes first: the database is at work on the next group while the answers of this one go out.
    if (queue.length > 0) void this.#work(key, queue)
    else this.#queues.delete(key)
    for (const [index, waiting] of group.entries()) settle(waiting, settlements[index])
  }

  async #runGroup(items: Item[]): Promise<Settlement<Result>[]> {
    try {
      return await this.#options.run(items)
    } catch (error) {
      return items.map(() => ({ error }))
    }
  }

  /** Takes the next group out of the queue; an item that clashes with an earlier one stays for the group after. */
  #take(queue: Waiting<Item, Result>[]): Waiting<Item, Result>[] {
    const { clashOf, limit } = this.#options
    if (!clashOf) return queue.splice(0, limit)
    const seen = new Set<unknown>()
    const group: Waiting<Item, Result>[] = []
    const rest: Waiting<Item, Result>[] = []
    for (const waiting of queue) {
      const clash = clashOf(waiting.item)
      if (group.length < limit && !seen.has(clash)) group.push(waiting)
      else rest.push(waiting)
      seen.add(clash)
    }
    queue.splice(0, queue.length, ...rest)
    return group
  }
}

function settle<Item, Result>(waiting: Waiting<Item, Result>, settlement: Settlement<Result> | undefined): void {
  if (!settlement) waiting.reject(new TypeError('A group came back without one of its results.'))
  else if ('error' in settlement) waiting.reject(settlement.error)
  else waiting.resolve(settlement.value)
}
