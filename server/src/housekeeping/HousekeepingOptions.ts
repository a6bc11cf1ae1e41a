import type { Log } from '../request/log.ts'
import type { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import type { WorkState } from '../statement/service/work.ts'
import type { SearchUsage } from './SearchUsage.ts'

/** What housekeeping needs. */
export interface HousekeepingOptions {
  readonly database: Database
  readonly models: Models
  readonly log: Log
  /** How often counts are folded after writes at most, in milliseconds. */
  readonly foldInterval: number
  /** How often the mark of the change feed is moved after writes at most, in milliseconds. */
  readonly releaseInterval: number
  /** How often it looks what others have left, in milliseconds; absent: about once a second. */
  readonly lookInterval?: number
  /** Called when the released mark has moved, by this process or another one. */
  onReleased?(released: number): void
  /** Called after each look with what there is to do. */
  onLook?(state: WorkState): void
  /** How long the answers of writes with an Idempotency-Key are stored, in milliseconds. */
  readonly keyLifetime: number
  /** How long jobs that are done are kept, in milliseconds. */
  readonly jobLifetime: number
  /** How long logins are kept, in milliseconds. */
  readonly signInRetention: number
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
