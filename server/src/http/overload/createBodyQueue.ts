/** Bodies larger than this, in bytes, take a while to parse: they are parsed one at a time. */
export const largeBodySize = 64 * 1024

/**
 * Returns a function that waits in a queue. The queue moves by one in each iteration of the event loop, so that work
 * that blocks the process for a while lets all other requests continue in between.
 */
export function createBodyQueue(): () => Promise<void> {
  const waiting: (() => void)[] = []
  const next = () => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(next)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(next)
    })
}
