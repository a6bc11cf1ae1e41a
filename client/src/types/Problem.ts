import type { ErrorCode } from '../errors.ts'

/** A record that does not allow another: its id and version, and its title if that is a simple value. */
export interface OtherRecord {
  readonly id: number
  readonly version?: number
  readonly [title: string]: unknown
}

/** What is wrong with a record of a request. */
export interface Problem {
  /** The number of the record in the request, from 0; absent for a single record. */
  readonly index?: number
  readonly field?: string
  readonly fields?: readonly string[]
  /** `not-tried`: the operation refers to the one at `because`, which has a problem. */
  readonly code: ErrorCode | 'not-tried'
  readonly message: string
  readonly constraint?: string
  readonly others?: readonly OtherRecord[]
  /** The earlier record of the request that does not allow this one. */
  readonly alsoAt?: number
  readonly because?: number
}
