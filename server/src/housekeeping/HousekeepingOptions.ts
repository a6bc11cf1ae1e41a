import type { Log } from '../request/log.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import type { SearchUsage } from './SearchUsage.ts'

/** What housekeeping needs. */
export interface HousekeepingOptions {
  readonly database: Database
  readonly models: Models
  readonly log: Log
  /** How often counts are folded, in milliseconds. */
  readonly foldInterval: number
  /** How often the mark of the change feed is moved, in milliseconds. */
  readonly releaseInterval: number
  /** How long the answers of writes with an Idempotency-Key are stored, in milliseconds. */
  readonly keyLifetime: number
  /** How long jobs that are done are kept, in milliseconds. */
  readonly jobLifetime: number
  /** How long sessions live without being used, and at most, in milliseconds. */
  readonly sessionIdle: number
  readonly sessionLifetime: number
  /** The searches that were executed. */
  readonly searches: SearchUsage
}

/** The state of the fold. */
export interface FoldStatus {
  /** Changes of counts that are not folded yet; every total reads all of them. */
  readonly pending: number
  /** How long ago this process folded last, in milliseconds; null before the first time. */
  readonly lastRun: number | null
}
