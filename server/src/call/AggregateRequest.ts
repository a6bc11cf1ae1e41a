/** The functions that an aggregate computes over a field, in the order in which the answer shows them. */
export const aggregateFunctions = ['sum', 'avg', 'min', 'max', 'countDistinct'] as const

/** The name of a function over a field. */
export type AggregateFunction = (typeof aggregateFunctions)[number]

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
  readonly groupBy: readonly GroupRequest[]
  readonly count: boolean
  /** The fields of each function. */
  readonly fields: Readonly<Record<AggregateFunction, readonly string[]>>
  readonly sortBy: readonly string[]
  readonly offset: number
  readonly limit: number
}
