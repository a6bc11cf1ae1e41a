import type { ListRoute } from '../route/ListRoute.ts'
import type { DeclaredView, SavedView } from './SavedView.ts'
import { isPlain, type ListedView, partsOf } from './ViewParts.ts'

/** What the address calls the list of all records, where the model has a view that its list begins with. */
export const allRecords = 'all'

/** The views of a model, as far as they are known. */
export interface KnownViews {
  readonly declared: readonly DeclaredView[]
  /** Undefined before they were read. */
  readonly saved: readonly SavedView[] | undefined
  /** Whether they could not be read. */
  readonly hasFailed: boolean
}

/** The list that an address means, as far as the views are known. */
export interface MeantList {
  readonly current: SavedView | DeclaredView | undefined
  readonly shown: ListRoute
  /** A list that only a view describes is not known before the view is. */
  readonly state: 'known' | 'awaited' | 'failed'
  /** Whether the address names a view that is not there. */
  readonly isGone: boolean
}

/** The list that an address shows: that of the view where the address says nothing else. */
export function shownRoute(route: ListRoute, view: ListedView | undefined): ListRoute {
  return view && isPlain(route) ? { ...route, ...partsOf(view), view: view.id } : route
}

/** Finds the list that an address means. Views that could not be read are not known; they are not gone. */
export function findMeant(route: ListRoute, { declared, saved, hasFailed }: KnownViews): MeantList {
  const { view: id } = route
  const current =
    id === undefined
      ? declared.find(({ isDefault }) => isDefault && isPlain(route))
      : [...(saved ?? []), ...declared].find((view) => view.id === id)
  const isKnown = saved !== undefined || typeof id !== 'number' || !isPlain(route)
  return {
    current,
    shown: shownRoute(route, current),
    state: isKnown ? 'known' : hasFailed ? 'failed' : 'awaited',
    isGone: id !== undefined && id !== allRecords && !current && (typeof id === 'string' || saved !== undefined),
  }
}

/** What the address of the list of all records calls it. */
export function allOf(declared: readonly DeclaredView[]): typeof allRecords | undefined {
  return declared.some(({ isDefault }) => isDefault) ? allRecords : undefined
}

/** Where one goes from the list of a view: without anything of its own any more, the list is no longer that view. */
export function leaveView(next: ListRoute, from: ListRoute['view'], all?: typeof allRecords): ListRoute {
  return next.view !== undefined && next.view === from && isPlain(next) ? { ...next, view: all } : next
}
