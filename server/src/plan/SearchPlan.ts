import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { Condition } from '../criteria/Condition.ts'
import type { Path } from '../criteria/path.ts'
import type { Selection } from './Selection.ts'

export interface SortKey {
  readonly path: Path
  readonly descending: boolean
}

/** Records that meet a condition, sorted, a page of them. */
export interface SearchPlan {
  readonly operation: 'search'
  readonly model: Model
  readonly authorization: Authorization
  readonly selection: Selection
  /** Whether the client named the fields; else they are those of a list. */
  readonly fieldsNamed: boolean
  readonly condition: Condition
  /** Each must occur in one of the model's search fields; in small letters. */
  readonly words: readonly string[]
  /** Complete: the last key is the id. */
  readonly sort: readonly SortKey[]
  readonly offset: number
  readonly limit: number
  /** The sort keys of the record behind which the page begins, as PostgreSQL wrote them. */
  readonly after?: readonly (string | null)[]
  readonly total: boolean
  /** How many bytes the records may take; as usual where absent. */
  readonly answerLimit?: number
  /** A text that two searches share only if they are the same but for their place. */
  readonly identity: string
}
