import { inject } from 'vitest'

const patience = 8_000

/**
 * Runs something harmful as often as the run asks for; if it does not say, as often as fits into CI. Returns the number
 * of rounds.
 */
export async function inRounds(work: (round: number) => Promise<void>): Promise<number> {
  const asked = inject('rounds')
  const start = performance.now()
  let round = 0
  for (; asked === null ? performance.now() - start < patience : round < asked; round++) await work(round)
  return round
}

/** The size of a test: the long one if the run names its rounds (`npm run test:long`), otherwise the one for CI. */
export function sizeOf({ inCi, long }: { readonly inCi: number; readonly long: number }): number {
  return inject('rounds') === null ? inCi : long
}
