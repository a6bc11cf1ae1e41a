import { TimeLimits } from '../request/TimeLimits.ts'
import { Queue, type Waiting } from './Queue.ts'
import { SentAlone } from './SentAlone.ts'

/** The result or the error of one item of a group. */
export type Settlement<Result> = { readonly value: Result } | { readonly error: unknown }

/** What a batcher needs to group and run items. */
export interface BatcherOptions<Item, Result> {
  /** Items with the same key can share a statement. */
  keyOf(item: Item): string
  /** Items with the same clash must not share a group, such as two changes to one record. */
  clashOf?(item: Item): string | number
  /**
   * What an item may have to wait for besides its record, such as the keys of conditions over records. Items that have
   * one in common can share a group, but not while a late group has it.
   */
  locksOf?(item: Item): readonly string[]
  /** The most items of a group. */
  readonly limit: number
  /** Runs a group. Returns a settlement for each item, in the order of the items. */
  run(items: Item[]): Promise<Settlement<Result>[]>
  /** The milliseconds after which a group is late: the next group of its key no longer waits for it. */
  readonly patience?: number
  /** Whether an error means that the item is locked or slow, and would make its group wait again. */
  isHeldUp?(error: unknown): boolean
  /** The milliseconds for which an item that failed late, and all that clash with it, are sent alone. */
  readonly aloneFor?: number
}

const defaultPatience = 100
/** The most groups of a key in progress, if all but the newest are late. */
const maxGroups = 4
/** The most items of a key in progress that are sent alone, in parallel with the groups. */
const maxAlone = 2
/** How many queues are kept although they are idle: to open one for each lone item would cost more than to find it. */
const maxIdle = 100

/**
 * Natural batching. One group of a key is in progress; items that arrive meanwhile share the next group. When the
 * batcher is idle, an item is sent at once. An item never joins a group that was already sent, so the snapshot of a
 * group is later than all of its items, and clients read their own writes. If a group is late, because one of its
 * records is locked or slow, the next group starts in parallel. An item that clashes with one in progress waits for it.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  readonly #queues = new Map<string, Queue<Item, Result>>()
  readonly #patience: number
  readonly #limits: TimeLimits
  readonly #alone: SentAlone

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options
    this.#patience = options.patience ?? defaultPatience
    this.#limits = new TimeLimits(Math.max(1, this.#patience / 4))
    this.#alone = new SentAlone(options.aloneFor)
  }

  /** Adds an item to the next group of its key, and returns its result. */
  submit(item: Item): Promise<Result> {
    const { keyOf, clashOf } = this.#options
    const key = keyOf(item)
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key) ?? this.#open(key)
      queue.add({ item, clash: clashOf?.(item), resolve, reject })
      if (queue.isScheduled || queue.isBusy) return
      queue.isScheduled = true
      // Items that arrive in this turn of the event loop still join the group.
      setImmediate(() => {
        queue.isScheduled = false
        this.#start(key, queue)
      })
    })
  }

  #open(key: string): Queue<Item, Result> {
    const queue = new Queue<Item, Result>({
      limit: this.#options.limit,
      maxGroups,
      ...(this.#options.locksOf ? { locksOf: this.#options.locksOf } : {}),
      hasAlone: () => this.#alone.size > 0,
      isAlone: (clash) => this.#alone.has(key, clash),
    })
    this.#queues.set(key, queue)
    return queue
  }

  /** Sends the items that can be sent now. */
  #start(key: string, queue: Queue<Item, Result>): void {
    const group = queue.takeGroup()
    if (group.length > 0) void this.#send(key, queue, group, false)
    while (queue.alone < maxAlone) {
      const one = queue.takeAlone()
      if (!one) break
      void this.#send(key, queue, [one], true)
    }
  }

  async #send(key: string, queue: Queue<Item, Result>, group: Waiting<Item, Result>[], alone: boolean): Promise<void> {
    const sent = queue.begin(group, alone)
    const limit = this.#limits.start(this.#patience, () => {
      queue.markLate(sent)
      this.#start(key, queue)
    })
    const settlements = await this.#runGroup(group.map(({ item }) => item))
    limit.isOver = true
    queue.end(sent)
    if (sent.isLate) this.#remember(key, queue, group, settlements)
    // Start the next group first: the database works on it while this process delivers the results of this one.
    this.#start(key, queue)
    if (this.#queues.size > maxIdle && queue.isIdle) this.#queues.delete(key)
    for (const [index, waiting] of group.entries()) settle(waiting, settlements[index])
  }

  async #runGroup(items: Item[]): Promise<Settlement<Result>[]> {
    try {
      return await this.#options.run(items)
    } catch (error) {
      return items.map(() => ({ error }))
    }
  }

  /** Items that failed late are sent alone for a while, so that others do not wait for a record that stays locked. */
  #remember(
    key: string,
    queue: Queue<Item, Result>,
    group: readonly Waiting<Item, Result>[],
    settlements: readonly Settlement<Result>[],
  ): void {
    const isOwnFault = group.length === 1 || settlements.some((settlement) => 'value' in settlement)
    for (const [index, waiting] of group.entries()) {
      const settlement = settlements[index]
      if (!settlement || !('error' in settlement) || this.#options.isHeldUp?.(settlement.error) !== true) continue
      const locks = queue.locksOf(waiting)
      if (isOwnFault) this.#alone.add(key, [...(waiting.clash === undefined ? [] : [waiting.clash]), ...locks])
      // If all items fail, the items are not the cause, since the whole table may be locked; but what all wait for is.
      else
        this.#alone.add(
          key,
          locks.filter((lock) => group.every((other) => queue.locksOf(other).includes(lock))),
        )
    }
  }
}

function settle<Item, Result>(waiting: Waiting<Item, Result>, settlement: Settlement<Result> | undefined): void {
  if (!settlement) waiting.reject(new TypeError('A result of the group is missing.'))
  else if ('error' in settlement) waiting.reject(settlement.error)
  else waiting.resolve(settlement.value)
}
