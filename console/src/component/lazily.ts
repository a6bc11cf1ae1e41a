import { type ComponentType, lazy } from 'react'

/** The pauses before further attempts, in milliseconds. The last one is used again and again. */
const pauses = [0, 250, 500, 1_000, 2_000]

/**
 * A component that is loaded when it is first shown. Put a `Suspense` around it. A file that can't be loaded, as while
 * the service restarts, is asked for until it comes; if the service has another version by then, the page says so.
 */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await tryLoad(load) }))
}

async function tryLoad<Loaded>(load: () => Promise<Loaded>, tried = 0): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(tried, pauses.length - 1)]))
    return tryLoad(load, tried + 1)
  }
}
