import type { Condition } from '../criteria/Condition.ts'
import type { Path } from '../criteria/path.ts'
import type { AggregateFunction, Period } from '../model/aggregates.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'

/** A field to group by. */
export interface Group {
  /** The name that the client sent: the member of `group` in the answer. */
  readonly name: string
  readonly path: Path
  readonly by?: Period
  /** A record is in the group of each of its values. */
  readonly each?: true
  /** Absent if the days of the field do not depend on a time zone. */
  readonly timeZone?: string
}

/** A function over a field. */
export interface Measure {
  readonly function: AggregateFunction
  readonly name: string
  readonly path: Path
}

/** One key of the order of the groups. `index` is the position in `groups` or `measures`. */
export interface GroupSortKey {
  readonly of: 'group' | 'measure' | 'count'
  readonly index: number
  readonly descending: boolean
}

/** Groups the records that meet a condition and computes figures of each group. */
export interface AggregatePlan {
  readonly operation: 'aggregate'
  readonly model: Model
  readonly authorization: Authorization
  readonly condition: Condition
  /** Each word must occur in one of the model's search fields. In lower case. */
  readonly words: readonly string[]
  readonly groups: readonly Group[]
  /** Whether the answer has the number of records of each group. */
  readonly count: boolean
  readonly measures: readonly Measure[]
  /** The order is total: it ends with all groups. */
  readonly sort: readonly GroupSortKey[]
  readonly offset: number
  readonly limit: number
  /** The most bytes of the groups; the default limit if absent. */
  readonly answerLimit?: number
  /** A text that two aggregates share only if they differ in their page at most. */
  readonly identity: string
}
