import type { Lane } from './ConnectionScheduler.ts'

/** The connections of a pool at one moment. */
export interface PoolState {
  readonly size: number
  readonly used: number
  readonly idle: number
  readonly opening: number
  /** How many statements wait for a connection, by lane. */
  readonly waiting: Readonly<Record<Lane, number>>
  /** Whether the database can be reached. */
  readonly reachable: boolean
}
