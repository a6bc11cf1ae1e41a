import { type Deadline, latestOf } from '../request/deadline.ts'
import type { Lane } from './ConnectionScheduler.ts'
import type { Values } from './Query.ts'

/** How a statement or a transaction is run; by default as one of the service itself. */
export interface StatementOptions {
  /** Which connections it may use; by default those for reads or for writes, by its effect. */
  readonly lane?: Lane | undefined
  /** The user; absent for the service itself and for several users. */
  readonly user?: number | null | undefined
  /** The deadlines of the requests that wait for it. */
  readonly deadlines?: readonly Deadline[]
  /**
   * A time limit of its own in milliseconds, instead of the one that all statements have. It is for reads of many
   * records; they are planned for their values, and not once for all values.
   */
  readonly timeout?: number
  /** Whether it changes nothing that the change feed shows, such as a lease. */
  readonly isUpkeep?: boolean
  /** How many items of a batch share it; absent if it is never shared. */
  readonly items?: number
  /** It is sent only while the database is in this generation. */
  readonly generation?: number
  /** Whether rows of a standby may be used; otherwise the primary is asked. */
  accepts?(rows: readonly Values[]): boolean
}

/** How long after the last deadline a statement is abandoned, in milliseconds: the request is answered first. */
export const deadlineGrace = 100

/** Returns how long a request still waits for it, in milliseconds. */
export function timeLeft({ deadlines = [] }: StatementOptions): number {
  return deadlines.length === 0 ? Infinity : latestOf(deadlines) - performance.now()
}
