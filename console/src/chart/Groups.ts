import type { Json } from '../meta/ModelMeta.ts'
import type { Figures } from './Figure.ts'

/** A group of records with its figures, as aggregate answers. */
export interface Group extends Figures {
  readonly group: { readonly [path: string]: Json }
  readonly count: number
}

/** Records counted by the values of fields. */
export interface Groups {
  readonly groups: readonly Group[]
  /** How many groups there are, of which these are the first. */
  readonly total: number
}

/** What to count, in the form of aggregate. */
export interface GroupRequest {
  readonly data?: Json
  readonly q?: string
  readonly groupBy: readonly (
    | string
    | { readonly fieldName: string; readonly by: string; readonly timeZone?: string }
  )[]
  readonly sum?: readonly string[]
  readonly avg?: readonly string[]
  readonly min?: readonly string[]
  readonly max?: readonly string[]
  readonly countDistinct?: readonly string[]
  readonly filled?: readonly string[]
  readonly sortBy?: readonly string[]
  readonly limit?: number
}
