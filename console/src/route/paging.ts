import type { ListRoute } from './ListRoute.ts'

/** How many pages before a page are remembered in its address. */
const remembered = 8

/** What leads to the first page of a list. */
export const firstPage = { offset: 0, after: '', start: 0, back: [] } as const

/** How many records come before the page of a route. */
export function positionOf({ offset, after, start }: ListRoute): number {
  return after === '' ? offset : start
}

/** The page at a position. It costs what it passes over, unless the list is in the order of ids. */
export function pageAt(route: ListRoute, position: number): ListRoute {
  return { ...route, ...firstPage, offset: Math.max(0, position) }
}

/**
 * The page after a page, whose answer had `next`. Where the order is not that of the ids of the whole list, it goes on
 * behind the last record, so that a deep page costs no more than the first.
 */
export function nextPage(route: ListRoute, next: string | undefined): ListRoute {
  const position = positionOf(route) + route.limit
  const isPlain = route.sortBy.length === 0 && route.q === '' && route.where === ''
  if (isPlain || next === undefined) return pageAt(route, position)
  return { ...route, offset: 0, after: next, start: position, back: [...route.back, route.after].slice(-remembered) }
}

/** The page before a page: the one it was reached from, or the one at the position before. */
export function previousPage(route: ListRoute): ListRoute {
  const position = Math.max(0, positionOf(route) - route.limit)
  const before = route.after === '' ? undefined : route.back.at(-1)
  if (before === undefined || before === '') return pageAt(route, position)
  return { ...route, after: before, start: position, back: route.back.slice(0, -1) }
}
