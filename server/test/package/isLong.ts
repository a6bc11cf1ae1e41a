import { inject } from 'vitest'

/** Whether every version of Node is tried with every package manager: `npm run test:package`, not CI. */
export function isLong(): boolean {
  return inject('rounds') !== null
}
