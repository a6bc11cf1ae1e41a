/** A list of records: its members are those of find, so that the address is also that of the same list as JSON. */
export interface ListRoute {
  readonly screen: 'list'
  readonly model: string
  readonly q: string
  /** Criteria as JSON, exactly as find takes them; empty for all records. */
  readonly where: string
  readonly sortBy: readonly string[]
  /** Columns; empty for the list fields of the model. */
  readonly fields: readonly string[]
  readonly offset: number
  readonly limit: number
  readonly after: string
  /** With `after`: how many records come before the page, and the tokens of the pages before it, the last one last. */
  readonly start: number
  readonly back: readonly string[]
  /** The saved view that the list is, or came from. */
  readonly view: number | undefined
  /** The record that is shown beside the list. */
  readonly peek: number | undefined
  /** The chart above the list, such as `createdOn:month~sum.credit`; empty for none. */
  readonly chart: string
}

/** A new record: empty, or a copy of another one. */
export interface NewRoute {
  readonly screen: 'new'
  readonly model: string
  readonly from: number | undefined
  /** Values that the form begins with, by field. */
  readonly set: Readonly<Record<string, string>>
}

/** One record, as it is now. */
export interface RecordRoute {
  readonly screen: 'record'
  readonly model: string
  readonly id: number
}

/** The history of a record, at one version, compared with another. */
export interface HistoryRoute {
  readonly screen: 'history'
  readonly model: string
  readonly id: number
  readonly at: number | undefined
  readonly with: number | undefined
}

/** Deleted records of a model. */
export interface DeletedRoute {
  readonly screen: 'deleted'
  readonly model: string
  readonly offset: number
}

/** Why a user may or may not do something. */
export interface WhyRoute {
  readonly screen: 'why'
  readonly user: string
  readonly model: string
  readonly id: number | undefined
  readonly action: string
}

/** What was written to several records at once: by a user, to a model, or all of it. */
export interface ChangesRoute {
  readonly screen: 'changes'
  readonly user: string
  readonly model: string
  readonly offset: number
}

/** The writes of one call. */
export interface ChangeSetRoute {
  readonly screen: 'changeSet'
  readonly id: number
  readonly offset: number
}

/** Every route of the console that has an address. */
export type Route =
  | { readonly screen: 'login'; readonly to: string; readonly link?: 'used' }
  | { readonly screen: 'home' }
  | ListRoute
  | NewRoute
  | RecordRoute
  | HistoryRoute
  | DeletedRoute
  | ChangesRoute
  | ChangeSetRoute
  | { readonly screen: 'models'; readonly model: string }
  | { readonly screen: 'access' }
  | { readonly screen: 'role'; readonly id: number }
  | { readonly screen: 'user'; readonly id: number }
  | WhyRoute
  | { readonly screen: 'me' }
  | { readonly screen: 'unknown'; readonly path: string }

/** How many records a page has unless the address says otherwise. */
export const pageSize = 50

/** The whole list of a model, from its beginning. */
export function listOf(model: string, part: Partial<Omit<ListRoute, 'screen' | 'model'>> = {}): ListRoute {
  const first = { offset: 0, limit: pageSize, after: '', start: 0, back: [] }
  const whole = { q: '', where: '', sortBy: [], fields: [], ...first, view: undefined, peek: undefined, chart: '' }
  return { screen: 'list', model, ...whole, ...part }
}
