import { type ComponentType, lazy } from 'react'

const attempts = 3

/** A component that is loaded when it is first shown, again if an answer was lost. Put a `Suspense` around it. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await tryLoad(load, attempts) }))
}

async function tryLoad<Loaded>(load: () => Promise<Loaded>, left: number): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (left <= 1) throw error
    return tryLoad(load, left - 1)
  }
}
