import type { ListPlace } from '../../address/Place.ts'

/** A chart that stands on the home page: the list that it is about, and what is drawn of it. */
export type Pin = Pick<ListPlace, 'model' | 'q' | 'where' | 'chart'>

const stored = (user: number) => `tabularium.charts.${user}`

/** The charts that a user has pinned in this browser. */
export function readPins(storage: Storage, user: number): Pin[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(stored(user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPin) : []
  } catch {
    return []
  }
}

/** Keeps the pinned charts of a user. */
export function keepPins(storage: Storage, user: number, pins: readonly Pin[]): void {
  storage.setItem(stored(user), JSON.stringify(pins))
}

/** The part of a place that a pin is about. */
export function pinOf({ model, q, where, chart }: Pin): Pin {
  return { model, q, where, chart }
}

/** Whether two charts are the same. */
export function isSamePin(one: Pin, other: Pin): boolean {
  return JSON.stringify(pinOf(one)) === JSON.stringify(pinOf(other))
}

function isPin(kept: unknown): kept is Pin {
  const members = ['model', 'q', 'where', 'chart']
  return (
    typeof kept === 'object' &&
    kept !== null &&
    members.every((name) => typeof (kept as { [name: string]: unknown })[name] === 'string')
  )
}
