import { toKey } from '../statement/part/Shape.ts'
import { Queue, type Waiting } from './Queue.ts'

/** What became of one item of a group. */
export type Settlement<Result> = { readonly value: Result } | { readonly error: unknown }

export interface BatcherOptions<Item, Result> {
  /** Items of one key can go together in one statement. */
  keyOf(item: Item): string
  /** Items of one key that must not meet in one group, such as two changes of one record. */
  clashOf?(item: Item): string | number
  /** How many go together at most. */
  readonly limit: number
  /** Carries out a group; gives a settlement for each item, in their order. */
  run(items: Item[]): Promise<Settlement<Result>[]>
  /** After so many milliseconds a group is late: the next of its key does not wait for it. */
  readonly patience?: number
  /** Whether an error means that the item is locked or slow, and would make its neighbours wait again. */
  isHeldUp?(error: unknown): boolean
  /** So many milliseconds an item that failed late, and all that clash with it, go alone. */
  readonly aloneFor?: number
}

const defaultPatience = 100
/** How many groups of a key are under way at most, should all but the latest be late. */
const mostGroups = 4
/** How many of those items of a key are under way that failed late before. Each goes alone, beside the groups. */
const mostAlone = 2
const defaultAloneFor = 10_000
const mostRemembered = 1_000

/**
 * Natural batching. One group of a key is under way; what arrives meanwhile goes together in the next. When idle an
 * item leaves at once. An item never joins a group that was already sent, so every group's snapshot is later than all
 * of its items, and everybody reads their own writes. Where a group is late, since one of its records is locked or
 * slow, the next one starts beside it; what clashes with an item under way waits for that.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>
  readonly #queues = new Map<string, Queue<Item, Result>>()
  readonly #aloneFor: number
  /** Until when what clashes goes alone, by key and clash. */
  readonly #alone = new Map<string, number>()

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options
    this.#aloneFor = options.aloneFor ?? defaultAloneFor
  }

  submit(item: Item): Promise<Result> {
    const { keyOf, clashOf } = this.#options
    const key = keyOf(item)
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(key) ?? this.#open(key)
      queue.add({ item, clash: clashOf?.(item), resolve, reject })
      if (queue.isScheduled || queue.isBusy) return
      queue.isScheduled = true
      // What else arrives in this turn of the event loop still goes along.
      setImmediate(() => {
        queue.isScheduled = false
        this.#start(key, queue)
      })
    })
  }

  #open(key: string): Queue<Item, Result> {
    const queue = new Queue<Item, Result>({
      limit: this.#options.limit,
      mostGroups,
      goesAlone: (clash) => this.#alone.size > 0 && this.#goesAlone(toKey([key, clash])),
    })
    this.#queues.set(key, queue)
    return queue
  }

  /** Sends what can go now. */
  #start(key: string, queue: Queue<Item, Result>): void {
    const group = queue.takeGroup()
    if (group.length > 0) void this.#send(key, queue, group, false)
    while (queue.alone < mostAlone) {
      const one = queue.takeAlone()
      if (!one) break
      void this.#send(key, queue, [one], true)
    }
  }

  async #send(key: string, queue: Queue<Item, Result>, group: Waiting<Item, Result>[], alone: boolean): Promise<void> {
    const sent = queue.begin(group, alone)
    const timer = setTimeout(() => {
      queue.markLate(sent)
      this.#start(key, queue)
    }, this.#options.patience ?? defaultPatience)
    const settlements = await this.#runGroup(group.map(({ item }) => item))
    clearTimeout(timer)
    queue.end(sent)
    this.#remember(key, group, settlements, sent.isLate)
    // Who waits comes first: the database is at work on the next group while the answers of this one go out.
    this.#start(key, queue)
    if (queue.isIdle) this.#queues.delete(key)
    for (const [index, waiting] of group.entries()) settle(waiting, settlements[index])
  }

  async #runGroup(items: Item[]): Promise<Settlement<Result>[]> {
    try {
      return await this.#options.run(items)
    } catch (error) {
      return items.map(() => ({ error }))
    }
  }

  /** What failed late goes alone for a while, so that it makes nobody wait: what was locked once often is again. */
  #remember(
    key: string,
    group: readonly Waiting<Item, Result>[],
    settlements: readonly Settlement<Result>[],
    isLate: boolean,
  ): void {
    const isOwn = group.length === 1 || settlements.some((settlement) => 'value' in settlement)
    // Where all fail it is not their fault: the whole table may be locked.
    if (!isLate || !isOwn) return
    if (this.#alone.size > mostRemembered) this.#alone.clear()
    for (const [index, { clash }] of group.entries()) {
      const settlement = settlements[index]
      if (clash === undefined || !settlement || !('error' in settlement)) continue
      if (this.#options.isHeldUp?.(settlement.error) !== true) continue
      this.#alone.set(toKey([key, clash]), performance.now() + this.#aloneFor)
    }
  }

  #goesAlone(name: string): boolean {
    const until = this.#alone.get(name)
    if (until === undefined) return false
    if (until > performance.now()) return true
    this.#alone.delete(name)
    return false
  }
}

function settle<Item, Result>(waiting: Waiting<Item, Result>, settlement: Settlement<Result> | undefined): void {
  if (!settlement) waiting.reject(new TypeError('A group came back without one of its results.'))
  else if ('error' in settlement) waiting.reject(settlement.error)
  else waiting.resolve(settlement.value)
}
