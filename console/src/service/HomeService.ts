import type { Json, RecordJson } from '../meta/ModelMeta.ts'

/** A record of a model. */
export interface OfModel {
  readonly model: string
  readonly record: RecordJson
}

/** A view with its total; null where that is not known. */
export interface ViewTotal {
  readonly view: RecordJson
  readonly total: number | null
}

/** A view that a model declares, with its total; null where that is not known. */
export interface DeclaredTotal {
  readonly model: string
  readonly viewName: string
  readonly total: number | null
}

/** What one has starred: a view, saved or declared, or a record. */
export type Favorite = { readonly id: number; readonly version: number; readonly position: number } & (
  | ViewTotal
  | DeclaredTotal
  | OfModel
)

/** How many records there are, and the first ones. */
export interface Some {
  readonly total: number
  readonly records: readonly RecordJson[]
}

/** What one begins with, as far as one may read it. */
export interface HomeAnswer {
  readonly favorites: readonly Favorite[]
  /** Views that others have pinned for those they share them with. */
  readonly pinned: readonly ViewTotal[]
  /** Declared dashboards, then records: those that are shared, and one's own. */
  readonly dashboards: readonly { readonly [member: string]: Json }[]
  /** Declared views whose records wait for whoever reads them, where there are some. */
  readonly forMe?: readonly DeclaredTotal[]
  readonly notices: Some
  /** Failed jobs, for those who may let them run again. */
  readonly jobs?: Some
  /** Webhooks with deliveries that have stopped, for those who may send them again. */
  readonly deliveries?: readonly {
    readonly webhook: { readonly id: number; readonly name: string }
    readonly parked: number
  }[]
  readonly recent: readonly OfModel[]
  /** From where on to follow what is changed later, if that was asked for. */
  readonly changes?: string | undefined
}

/** What the console asks first. */
export interface HomeService {
  home(
    recent: readonly { readonly model: string; readonly id: number }[],
    isFollowed: boolean,
    signal?: AbortSignal,
  ): Promise<HomeAnswer>
}
