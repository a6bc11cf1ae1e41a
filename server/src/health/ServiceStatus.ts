import type { RequestCounts } from '../http/overload/RequestCounts.ts'

/** The figures of `/status`, of one process or of several together. */
export interface ServiceStatus {
  /** Whether the process is about to end. */
  readonly draining: boolean
  readonly requests: RequestCounts
  readonly fold: {
    /** Changes of counts that are not folded yet; every total reads all of them. */
    readonly pending: number
    /** How long ago the last fold ended, in milliseconds; null before the first one. */
    readonly lastRun: number | null
  }
  readonly work: WorkStatus
}

/** What there is to do besides requests, and what waits for people; each up to 100,000. */
export interface WorkStatus {
  /** Failed jobs are parked. */
  readonly jobs: { readonly waiting: number; readonly running: number; readonly failed: number }
  /** How long ago the oldest waiting job was due, in seconds. */
  readonly late: number
  /** How many positions of writes the slowest reaction is behind. */
  readonly behind: number
  /** Records that reactions could not handle yet. */
  readonly held: number
  readonly deliveries: { readonly waiting: number; readonly parked: number }
}

/** Joins the status of several processes. They look at the same counts and the same work, which are not added up. */
export function joinStatus(parts: readonly [ServiceStatus, ...ServiceStatus[]]): ServiceStatus {
  const runs = parts.flatMap(({ fold }) => (fold.lastRun === null ? [] : [fold.lastRun]))
  return {
    draining: parts.some(({ draining }) => draining),
    requests: joinCounts(parts.map(({ requests }) => requests)),
    fold: {
      pending: Math.max(0, ...parts.map(({ fold }) => fold.pending)),
      lastRun: runs.length > 0 ? Math.min(...runs) : null,
    },
    work: parts[0].work,
  }
}

function joinCounts(parts: readonly RequestCounts[]): RequestCounts {
  const sum = (of: (counts: RequestCounts) => number) => parts.reduce((total, counts) => total + of(counts), 0)
  const reasons = new Set(parts.flatMap(({ refused }) => Object.keys(refused)))
  return {
    underWay: sum(({ underWay }) => underWay),
    capacity: sum(({ capacity }) => capacity),
    answered: sum(({ answered }) => answered),
    refused: Object.fromEntries(Array.from(reasons, (reason) => [reason, sum(({ refused }) => refused[reason] ?? 0)])),
  }
}
