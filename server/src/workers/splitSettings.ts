import type { Settings } from '../settings/Settings.ts'

/** The number of a worker, and how many workers there are. */
export interface Share {
  /** From 1. */
  readonly number: number
  readonly of: number
}

/**
 * The settings of one worker. Limits for all workers together are split among them, so that the operator's values hold.
 */
export function splitSettings(settings: Settings, share: Share): Settings {
  return {
    ...settings,
    poolSize: shareOf(settings.poolSize, share),
    maxRequests: shareOf(settings.maxRequests, share),
    // Every worker folds, so that no single one is needed for it, but all together as often as one would.
    foldInterval: settings.foldInterval * share.of,
  }
}

/** An equal share, rounded so that all shares add up to the total, and at least 1. */
function shareOf(total: number, { number, of }: Share): number {
  return Math.max(1, Math.floor((total + of - number) / of))
}
