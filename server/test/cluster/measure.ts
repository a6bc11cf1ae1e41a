import type { Attempt } from './FaultLoad.ts'

/** What clients noticed of a fault. Times are in seconds. */
export interface Figures {
  readonly requests: number
  readonly acknowledged: number
  /** The longest time without an acknowledged write, and without an answered read. */
  readonly writeGap: number
  readonly readGap: number
  /** Of the reads that were sent while the fault lasted, how many were answered, in percent. */
  readonly readsServed: number
  /** How many those were. */
  readonly readsSent: number
  /** Requests without an answer, or with 5xx. */
  readonly failed: number
  /** The most frequent reasons, with how many requests failed by them. */
  readonly reasons: readonly (readonly [reason: string, count: number])[]
  /**
   * How long after the first acknowledged write behind the gap requests were still refused; if there was no gap, after
   * the fault was over.
   */
  readonly refusedAfter: number
  /** The slowest answer. */
  readonly slowest: number
}

/** Shorter times without an acknowledged write, in milliseconds, are no gap: some requests are slow at any time. */
const shortestGap = 1_500

/** When a fault began, when its end was begun, and when everything was started again. */
export interface FaultTimes {
  readonly from: number
  readonly to: number
  readonly over: number
}

/** Computes the figures of a load during a fault. */
export function measure(attempts: readonly Attempt[], fault: FaultTimes): Figures {
  const writes = attempts.filter(({ write, status }) => write && status === 200)
  const reads = attempts.filter(({ write, status }) => !write && status === 200)
  const failed = attempts.filter(({ status }) => status === 0 || status >= 500)
  const gap = longestGap(writes.map(({ end }) => end))
  const during = attempts.filter(({ write, start }) => !write && start >= fault.from && start <= fault.to)
  const served = during.filter(({ status }) => status < 500 && status > 0).length
  const over = gap.length > shortestGap ? gap.end : fault.over
  const last = Math.max(0, ...failed.map(({ end }) => end))
  return {
    requests: attempts.length,
    acknowledged: writes.length,
    writeGap: toSeconds(gap.length),
    readGap: toSeconds(longestGap(reads.map(({ end }) => end)).length),
    readsServed: during.length === 0 ? 100 : Math.floor((100 * served) / during.length),
    readsSent: during.length,
    failed: failed.length,
    reasons: [...Map.groupBy(failed, toReason)]
      .map(([reason, those]) => [reason, those.length] as const)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 5),
    refusedAfter: toSeconds(Math.max(0, last - over)),
    slowest: toSeconds(Math.max(0, ...attempts.map(({ start, end }) => end - start))),
  }
}

function toReason({ write, reason = '' }: Attempt): string {
  return `${write ? 'write' : 'read'}: ${reason.slice(0, 90)}`
}

/** The longest time between two of several times, and when it ended. */
export function longestGap(times: readonly number[]): { readonly length: number; readonly end: number } {
  const sorted = times.toSorted((a, b) => a - b)
  let found = { length: 0, end: 0 }
  for (const [index, end] of sorted.entries()) {
    const length = end - (sorted[index - 1] ?? end)
    if (length > found.length) found = { length, end }
  }
  return found
}

export function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10
}
