import type { Settlement } from './Batcher.ts'

/** The most items in progress. */
const maxInProgress = 6

const times = {
  /** The milliseconds after which the next item is sent without waiting for this one. */
  patience: 100,
  /** The milliseconds after which items that were not sent yet fail with the error of their group. */
  maxTime: 5_000,
}

/**
 * Runs the items of a group one by one, after the group as a whole was cancelled. No item waits long for one that is
 * locked or slow. The number of parallel items and the total time are limited, even if many items are locked.
 */
export function runOneByOne<Item, Result>(
  items: readonly Item[],
  error: unknown,
  run: (item: Item) => Promise<Settlement<Result>>,
  { patience, maxTime } = times,
): Promise<Settlement<Result>[]> {
  const settlements: Settlement<Result>[] = items.map(() => ({ error }))
  const end = performance.now() + maxTime
  const { promise, resolve } = Promise.withResolvers<Settlement<Result>[]>()
  let [next, inProgress, late] = [0, 0, 0]
  const go = () => {
    while (next < items.length && performance.now() < end && inProgress === late && inProgress < maxInProgress)
      void send(next++)
    if (inProgress === 0) resolve(settlements)
  }
  const send = async (index: number) => {
    inProgress += 1
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late += 1
      go()
    }, patience)
    settlements[index] = await run(items[index] as Item).catch((own: unknown) => ({ error: own }))
    clearTimeout(timer)
    inProgress -= 1
    if (isLate) late -= 1
    go()
  }
  go()
  return promise
}
