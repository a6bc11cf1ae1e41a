import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Condition } from '../criteria/Condition.ts'
import type { SortKey } from './parseSort.ts'
import type { Selection } from './Selection.ts'

/** Finds a page of the records that meet a condition, sorted. */
export interface SearchPlan {
  readonly operation: 'search'
  readonly model: Model
  readonly authorization: Authorization
  readonly selection: Selection
  /** Whether the client named the fields. If not, the selection has the model's list fields. */
  readonly fieldsNamed: boolean
  readonly condition: Condition
  /** Each word must occur in one of the model's search fields. In lower case. */
  readonly words: readonly string[]
  /** The order is total: the last key is the id. */
  readonly sort: readonly SortKey[]
  readonly offset: number
  readonly limit: number
  /** The sort keys of the last record of the page before, as PostgreSQL wrote them. */
  readonly after?: readonly (string | null)[]
  readonly total: boolean
  /** The answer says which records the caller may change. */
  readonly may?: true
  /** The most bytes of the records; the default limit if absent. */
  readonly answerLimit?: number
  /** A text that two searches share only if they differ in their page at most. */
  readonly identity: string
}
