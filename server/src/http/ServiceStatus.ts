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
}

/** The counts of requests. */
export interface RequestCounts {
  /** Requests that were accepted and whose answers are not sent yet. */
  readonly underWay: number
  /** How many requests may be under way now. */
  readonly capacity: number
  /** Requests answered since the start, whatever the answer. */
  readonly answered: number
  /** Answers of 503 since the start, by their reason. */
  readonly refused: Readonly<Record<string, number>>
}

/** Joins the status of several processes. They fold the same counts, so the changes to fold are not added up. */
export function joinStatus(parts: readonly ServiceStatus[]): ServiceStatus {
  const runs = parts.flatMap(({ fold }) => (fold.lastRun === null ? [] : [fold.lastRun]))
  return {
    draining: parts.some(({ draining }) => draining),
    requests: joinCounts(parts.map(({ requests }) => requests)),
    fold: {
      pending: Math.max(0, ...parts.map(({ fold }) => fold.pending)),
      lastRun: runs.length > 0 ? Math.min(...runs) : null,
    },
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
