import type { ListRoute } from '../route/ListRoute.ts'
import { isSame } from '../field/isSame.ts'
import { asText } from '../field/kinds.ts'
import type { Json, RecordJson } from '../meta/ModelMeta.ts'

/** What a view keeps of a list. */
export type ViewParts = Pick<ListRoute, 'q' | 'where' | 'sortBy' | 'fields' | 'chart'>

/** A saved view. */
export interface SavedView extends ViewParts {
  readonly id: number
  readonly version: number
  readonly model: string
  readonly name: string
  /** Undefined where the caller may not see who owns it. */
  readonly owner: number | undefined
  readonly roles: readonly { readonly id: number; readonly name: string }[]
  readonly pinned: boolean
}

/** A view from its record. Whoever wrote it, only what has the right form is taken. */
export function readView(record: RecordJson): SavedView {
  const { id, version, model, name, owner, roles, q, criteria, sortBy, fields, chart, pinned } = record
  return {
    id,
    version,
    model: asText(model),
    name: asText(name),
    owner: isObject(owner) && typeof owner.id === 'number' ? owner.id : undefined,
    roles: list(roles).flatMap((role) =>
      isObject(role) && typeof role.id === 'number' ? [{ id: role.id, name: asText(role.name) || `#${role.id}` }] : [],
    ),
    q: typeof q === 'string' ? q : '',
    where: criteria === null || criteria === undefined ? '' : JSON.stringify(criteria),
    sortBy: names(sortBy),
    fields: names(fields),
    chart: typeof chart === 'string' ? chart : '',
    pinned: pinned === true,
  }
}

/** What a list sends to keep itself as a view. Criteria that are no JSON have no view. */
export function writeParts({ q, where, sortBy, fields, chart }: ViewParts): Readonly<Record<string, Json>> | undefined {
  const criteria = where === '' ? null : parse(where)
  if (criteria === undefined) return undefined
  return { q: q || null, criteria, sortBy: orNull(sortBy), fields: orNull(fields), chart: chart || null }
}

/** Whether a list has nothing of its own: neither words nor criteria, order, columns or chart. */
export function isPlain({ q, where, sortBy, fields, chart }: ViewParts): boolean {
  return q === '' && where === '' && sortBy.length === 0 && fields.length === 0 && chart === ''
}

/** The list that an address shows: that of the view where the address names one and says nothing else. */
export function shownRoute(route: ListRoute, view: SavedView | undefined): ListRoute {
  if (!view || view.id !== route.view || !isPlain(route)) return route
  const { q, where, sortBy, fields, chart } = view
  return { ...route, q, where, sortBy, fields, chart }
}

/** The list that an address means, as far as the saved views are known. */
export interface MeantList {
  readonly current: SavedView | undefined
  readonly shown: ListRoute
  /** A list that only a view describes is not known before the view is. */
  readonly state: 'known' | 'awaited' | 'failed'
  /** Whether the address names a view that is not there. */
  readonly isGone: boolean
}

/** Finds the list that an address means. Views that could not be read are not known; they are not gone. */
export function findMeant(route: ListRoute, views: readonly SavedView[] | undefined, hasFailed: boolean): MeantList {
  const current = route.view === undefined ? undefined : views?.find(({ id }) => id === route.view)
  const isKnown = views !== undefined || route.view === undefined || !isPlain(route)
  return {
    current,
    shown: shownRoute(route, current),
    state: isKnown ? 'known' : hasFailed ? 'failed' : 'awaited',
    isGone: views !== undefined && route.view !== undefined && !current,
  }
}

/** Where one goes from the list of a view: without anything of its own any more, the list is no longer that view. */
export function leaveView(next: ListRoute, from: number | undefined): ListRoute {
  return next.view !== undefined && next.view === from && isPlain(next) ? { ...next, view: undefined } : next
}

/** Whether a list is what a view keeps. */
export function isAsSaved(route: ViewParts, view: ViewParts): boolean {
  const parts = (of: ViewParts) => (writeParts(of) ?? { criteria: of.where }) as Json
  return isSame('json', parts(route), parts(view))
}

function orNull(texts: readonly string[]): Json {
  return texts.length === 0 ? null : [...texts]
}

function names(value: Json | undefined): string[] {
  return list(value).filter((each) => typeof each === 'string')
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
