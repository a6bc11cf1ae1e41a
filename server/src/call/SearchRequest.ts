import type { Archived } from '../model/archive.ts'

/** What a client searches for. Its form is checked, but it is not compared with the model yet. */
export interface SearchRequest {
  readonly offset: number
  readonly limit: number
  readonly after?: string
  readonly fields?: readonly string[]
  readonly sortBy?: readonly string[]
  readonly criteria?: unknown
  readonly q?: string
  readonly total: boolean
  /** Whether archived records are shown, too, or no others. */
  readonly archived?: Archived
  /** The answer says which records the caller may change. */
  readonly may?: true
}
