import type { Settings } from '../settings/Settings.ts'

/** Which worker of how many. */
export interface Share {
  /** From 1. */
  readonly number: number
  readonly of: number
}

/**
 * The settings of one worker: what is meant for all together is split among them, so that the operator's figures hold.
 */
export function splitSettings(settings: Settings, share: Share): Settings {
  return {
    ...settings,
    poolSize: shareOf(settings.poolSize, share),
    maxRequests: shareOf(settings.maxRequests, share),
    // All of them fold, so that none is needed for it, but together as often as one would.
    foldInterval: settings.foldInterval * share.of,
  }
}

/** As even as can be, and at least 1. */
function shareOf(total: number, { number, of }: Share): number {
  return Math.max(1, Math.floor((total + of - number) / of))
}
