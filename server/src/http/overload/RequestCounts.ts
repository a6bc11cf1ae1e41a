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
