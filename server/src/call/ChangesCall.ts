import type { Through } from './ChangeSetKind.ts'

/** A question for the changes of records, as a page or as a stream. */
export interface ChangesCall {
  readonly operation: 'changes' | 'changeStream'
  readonly newest?: undefined
  readonly token: string | undefined
  /** The models whose changes are wanted; all that the caller sees if absent. */
  readonly models?: readonly string[]
  /** Where to begin: a token, `start`, or now if absent. */
  readonly after?: string
  readonly limit: number
  /** How long to wait if there is nothing yet, in milliseconds. */
  readonly wait: number
  /** Each change has the record as it is now. */
  readonly withRecord?: true
  /** Each change of a page has the token behind it, as those of a stream have. */
  readonly withTokens?: true
  /** It is no use of the session. */
  readonly quiet: boolean
}

/** Which of the newest changes are wanted; all that the caller sees if a member is absent. */
export interface NewestFilter {
  /** The username of their author. */
  readonly user?: string
  readonly records?: readonly { readonly model: string; readonly id: number }[]
  /** The field that they wrote. */
  readonly field?: string
  readonly since?: string
  readonly through?: Through
}

/** A question for the newest changes of who may do what. */
export interface AccessChangesCall {
  readonly operation: 'accessChanges'
  readonly token: string | undefined
  /** All of the models that say who may do what if absent. */
  readonly models?: readonly string[]
  /** The `next` of the page before. */
  readonly after?: string
  readonly limit: number
  readonly filter: Pick<NewestFilter, 'user' | 'records' | 'since'>
}

/** A question for the newest changes of records, which begins with the last one. */
export interface NewestCall {
  readonly operation: 'changes'
  readonly newest: true
  readonly token: string | undefined
  readonly models?: readonly string[]
  /** The `next` of the page before. */
  readonly after?: string
  readonly limit: number
  readonly filter: NewestFilter
  /** References and links are shown with titles. */
  readonly titles?: true
  /** It is no use of the session. */
  readonly quiet: boolean
}
