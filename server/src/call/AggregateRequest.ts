import type { AggregateFunction } from '../model/aggregates.ts'
import type { Archived } from '../model/archive.ts'

/** A field to group by; `by` and `timeZone` are checked by the plan. */
export interface GroupRequest {
  readonly fieldName: string
  readonly by?: string
  readonly timeZone?: string
}

/** What a client aggregates. Its form is checked, but it is not compared with the model yet. */
export interface AggregateRequest {
  readonly criteria?: unknown
  readonly q?: string
  /** Whether archived records count, too, or no others. */
  readonly archived?: Archived
  readonly groupBy: readonly GroupRequest[]
  readonly count: boolean
  /** The fields of each function. */
  readonly fields: Readonly<Record<AggregateFunction, readonly string[]>>
  readonly sortBy: readonly string[]
  readonly offset: number
  readonly limit: number
}
