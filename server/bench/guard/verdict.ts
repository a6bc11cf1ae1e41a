import { median } from '../figures.ts'

/** What a figure may rise by. */
export const allowed = 1.1

/** Several ratios of one figure, each taken within a round: how it compares, and how sure that is. */
export interface Compared {
  readonly ratio: number
  /** Twice the standard error of the ratio, estimated from the spread of the rounds. */
  readonly error: number
}

/**
 * Compares by the median, which a few rounds that were disturbed do not move. Its error is estimated from the median of
 * the deviations, for the same reason.
 */
export function compare(ratios: readonly number[]): Compared {
  const ratio = median(ratios)
  const deviation = 1.4826 * median(ratios.map((one) => Math.abs(one - ratio)))
  return { ratio, error: (2 * 1.2533 * deviation) / Math.sqrt(ratios.length) }
}

/** Whether a figure has certainly risen by more than is allowed. */
export function hasRisen({ ratio, error }: Compared, limit = allowed): boolean {
  return ratio - error > limit
}

/** Whether a figure is at least as good, as far as can be told. */
export function isAsGood({ ratio, error }: Compared): boolean {
  return ratio - error <= 1 && ratio <= 1.03
}
