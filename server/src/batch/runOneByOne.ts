import type { Settlement } from './Batcher.ts'

/** The most items in progress. */
const maxInProgress = 6

const times = { patience: 100, maxTime: 5_000 }

interface OneByOneOptions<Item> {
  /** The milliseconds after which the next item is sent without waiting for this one. */
  readonly patience?: number
  /** The milliseconds after which items that were not sent yet fail with the error of their group. */
  readonly maxTime?: number
  /** What an item may have to wait for. */
  readonly locksOf?: ((item: Item) => readonly string[]) | undefined
}

/**
 * Runs the items of a group one by one, after the group as a whole was cancelled. No item waits long for one that is
 * locked or slow. The number of parallel items and the total time are limited, even if many items are locked. Items
 * that have a lock in common are never run in parallel: they would use connections to wait for each other.
 */
export function runOneByOne<Item, Result>(
  items: readonly Item[],
  error: unknown,
  run: (item: Item) => Promise<Settlement<Result>>,
  { patience = times.patience, maxTime = times.maxTime, locksOf = () => [] }: OneByOneOptions<Item> = {},
): Promise<Settlement<Result>[]> {
  const settlements: Settlement<Result>[] = items.map(() => ({ error }))
  const end = performance.now() + maxTime
  const { promise, resolve } = Promise.withResolvers<Settlement<Result>[]>()
  const left = items.map((item, index) => ({ item, index, locks: locksOf(item) }))
  const held = new Set<string>()
  let [inProgress, late] = [0, 0]
  const takeNext = () => {
    const next = left.findIndex(({ locks }) => !locks.some((lock) => held.has(lock)))
    return next < 0 ? undefined : left.splice(next, 1)[0]
  }
  const go = () => {
    while (performance.now() < end && inProgress === late && inProgress < maxInProgress) {
      const next = takeNext()
      if (!next) break
      void send(next)
    }
    if (inProgress === 0) resolve(settlements)
  }
  const send = async ({ item, index, locks }: (typeof left)[number]) => {
    inProgress += 1
    for (const lock of locks) held.add(lock)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late += 1
      go()
    }, patience)
    settlements[index] = await run(item).catch((own: unknown) => ({ error: own }))
    clearTimeout(timer)
    for (const lock of locks) held.delete(lock)
    inProgress -= 1
    if (isLate) late -= 1
    go()
  }
  go()
  return promise
}
