import type { ListPlace } from './Place.ts'

/** How many pages before a page are remembered in its address. */
const remembered = 8

/** What leads to the first page of a list. */
export const firstPage = { offset: 0, after: '', start: 0, back: [] } as const

/** How many records come before the page of a place. */
export function positionOf({ offset, after, start }: ListPlace): number {
  return after === '' ? offset : start
}

/** The page at a position. It costs what it passes over, unless the list is in the order of ids. */
export function pageAt(place: ListPlace, position: number): ListPlace {
  return { ...place, ...firstPage, offset: Math.max(0, position) }
}

/**
 * The page after a page, whose answer had `next`. Where the order is not that of the ids of the whole list, it goes on
 * behind the last record, so that a deep page costs no more than the first.
 */
export function nextPage(place: ListPlace, next: string | undefined): ListPlace {
  const position = positionOf(place) + place.limit
  const isPlain = place.sortBy.length === 0 && place.q === '' && place.where === ''
  if (isPlain || next === undefined) return pageAt(place, position)
  return { ...place, offset: 0, after: next, start: position, back: [...place.back, place.after].slice(-remembered) }
}

/** The page before a page: the one it was reached from, or the one at the position before. */
export function previousPage(place: ListPlace): ListPlace {
  const position = Math.max(0, positionOf(place) - place.limit)
  const before = place.after === '' ? undefined : place.back.at(-1)
  if (before === undefined || before === '') return pageAt(place, position)
  return { ...place, after: before, start: position, back: place.back.slice(0, -1) }
}
