/** Figures for operators, of one process or of several together. */
export interface ServiceStatus {
  /** Whether it is about to end. */
  readonly draining: boolean
  readonly requests: RequestCounts
  readonly fold: {
    /** Changes of counts that are not folded yet; a total reads all of them. */
    readonly pending: number
    /** How long ago they were folded last, in milliseconds; null where not yet. */
    readonly lastRun: number | null
  }
}

/** Where the requests went. */
export interface RequestCounts {
  /** Let in and not answered yet. */
  readonly underWay: number
  /** How many may be under way now. */
  readonly capacity: number
  /** Answered since the start, whatever the answer said. */
  readonly answered: number
  /** Answered with 503 since the start, by the reason. */
  readonly refused: Readonly<Record<string, number>>
}

/** What several processes tell, as if they were one. They fold the same counts, so those are not added up. */
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
