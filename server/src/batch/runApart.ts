import type { Settlement } from './Batcher.ts'

/** How many are under way at most. */
const most = 6

const times = {
  /** An item that takes longer than this does not keep the next one from being sent. */
  patience: 100,
  /** What was not sent by then fails as its group did. */
  longest: 5_000,
}

/**
 * Carries out the items of a group one by one, after the group was given up as a whole: one after the other, but none
 * waits long for one that is locked or slow. Bounded in number and time: a group of many locked ones does not go on
 * for ever.
 */
export function runApart<Item, Result>(
  items: readonly Item[],
  error: unknown,
  run: (item: Item) => Promise<Settlement<Result>>,
  { patience, longest } = times,
): Promise<Settlement<Result>[]> {
  const settlements: Settlement<Result>[] = items.map(() => ({ error }))
  const end = performance.now() + longest
  const { promise, resolve } = Promise.withResolvers<Settlement<Result>[]>()
  let [next, underWay, late] = [0, 0, 0]
  const go = () => {
    while (next < items.length && performance.now() < end && underWay === late && underWay < most) void send(next++)
    if (underWay === 0) resolve(settlements)
  }
  const send = async (index: number) => {
    underWay += 1
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      late += 1
      go()
    }, patience)
    settlements[index] = await run(items[index] as Item).catch((own: unknown) => ({ error: own }))
    clearTimeout(timer)
    underWay -= 1
    if (isLate) late -= 1
    go()
  }
  go()
  return promise
}
