/** What is larger than this takes a while to read, in bytes: those who send such bodies go one by one. */
export const largeBody = 64 * 1024

/**
 * Gives a function to wait with for one's place in a line that moves by one in each turn of the event loop. Work that keeps the
 * process busy for a while, done in this line, lets all other requests go on in between.
 */
export function createLine(): () => Promise<void> {
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
