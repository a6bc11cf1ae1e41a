/**
 * Polls until the condition returns something true, and returns it; throws if the deadline passes first. The deadline
 * is late, so that a machine that stalls does not reach it.
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  { within = 30_000, every = 20 }: { within?: number; every?: number } = {},
): Promise<NonNullable<T>> {
  const deadline = performance.now() + within
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`Not so within ${within} ms: ${what}`)
    await pause(every)
  }
}

/** The time between two polls. Never use it to wait for something to happen. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
