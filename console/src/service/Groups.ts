import type { Json } from '../meta/ModelMeta.ts'

/** Records counted by the values of fields. */
export interface Groups {
  readonly groups: readonly {
    readonly group: { readonly [path: string]: Json }
    readonly count: number
    readonly sum?: { readonly [path: string]: Json }
    readonly avg?: { readonly [path: string]: Json }
    readonly min?: { readonly [path: string]: Json }
    readonly max?: { readonly [path: string]: Json }
    readonly countDistinct?: { readonly [path: string]: Json }
    readonly filled?: { readonly [path: string]: Json }
  }[]
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
