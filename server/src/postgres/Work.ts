import { type Deadline, latestOf } from '../deadline.ts'
import type { Lane } from './Shares.ts'

/** For whom and under which conditions a statement or a transaction is run; by default for the service itself. */
export interface Work {
  /** Which connections it may use; absent: those of reads or of writes, by its effect. */
  readonly lane?: Lane | undefined
  /** Whose it is; absent for the service itself, and for several users. */
  readonly user?: number | null | undefined
  /** Those of the requests that wait for it. */
  readonly deadlines?: readonly Deadline[]
  /** It is sent only while this generation of the primary lasts. */
  readonly generation?: number
}

/** How much later than a request is answered its statement is given up, so that its own, clearer answer comes first. */
export const lateness = 100

/** How long somebody still waits for it, in milliseconds. */
export function patienceOf({ deadlines = [] }: Work): number {
  return deadlines.length === 0 ? Infinity : latestOf(deadlines) - performance.now()
}
