import type { Drop } from './dropOf.ts'

/** Where a card that is carried comes next, and the columns on the way that it can't go to. */
export interface Carried {
  /** Undefined if there is no other column that way. */
  readonly to: number | undefined
  readonly passed: readonly number[]
}

/** Carries a card over the columns to the left or right. It stops where it may be dropped, and where it comes from. */
export function carry(drops: readonly Drop[], from: number, step: 1 | -1): Carried {
  const passed: number[] = []
  for (let at = from + step; at >= 0 && at < drops.length; at += step) {
    if (drops[at]?.is !== 'cannot') return { to: at, passed }
    passed.push(at)
  }
  return { to: undefined, passed }
}

/** The keys that move from card to card. */
const steps: Readonly<Record<string, readonly [across: -1 | 0 | 1, along: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** The card that a key leads to; undefined for other keys, and where there is none that way. */
export function nextCard(columns: readonly (readonly number[])[], id: number, key: string): number | undefined {
  const [across, along] = steps[key] ?? [0, 0]
  const column = columns.findIndex((cards) => cards.includes(id))
  const row = columns[column]?.indexOf(id) ?? -1
  if (row < 0) return columns.find((cards) => cards.length > 0)?.[0]
  if (across === 0 && along === 0) return undefined
  // Columns without cards have nothing to stand on.
  let to = column + across
  while (across !== 0 && columns[to]?.length === 0) to += across
  const cards = columns[to]
  return cards?.[Math.max(0, Math.min(row + along, cards.length - 1))]
}
