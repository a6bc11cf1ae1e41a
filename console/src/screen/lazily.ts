import { type ComponentType, lazy } from 'react'

/** A component that is loaded when it is first shown. Put a `Suspense` around it. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
