import { toTicks } from './ticks.ts'
import type { Point } from './toLine.ts'

/** A point of a drawing. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The size of a drawing and the room around its axes. */
export interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A line as it is drawn. */
export interface Drawing {
  /** What `d` of a path takes: a part for each run without a gap. */
  readonly path: string
  readonly spots: readonly (Spot | undefined)[]
  readonly ticks: readonly { readonly value: number; readonly y: number }[]
}

/** Puts the points of a line into a frame. A point between two gaps is a dot, which a path of no length draws. */
export function drawLine(points: readonly Point[], frame: Frame): Drawing {
  const numbers = points.map(({ figure }) => (figure === undefined ? undefined : Number(figure)))
  const values = toTicks(numbers.filter((number) => number !== undefined))
  const low = values[0] ?? 0
  const span = (values.at(-1) ?? 1) - low
  const { width, height, left, right, top, bottom } = frame
  const toY = (value: number) => rounded(height - bottom - ((value - low) / span) * (height - top - bottom))
  const step = (width - left - right) / Math.max(1, points.length - 1)
  const toX = (index: number) => rounded(points.length === 1 ? (left + width - right) / 2 : left + index * step)
  const spots = numbers.map((number, index) => (number === undefined ? undefined : { x: toX(index), y: toY(number) }))
  return { path: pathOf(spots), spots, ticks: values.map((value) => ({ value, y: toY(value) })) }
}

function pathOf(spots: readonly (Spot | undefined)[]): string {
  const parts = spots.map((spot, index) => {
    if (!spot) return ''
    if (spots[index - 1]) return `L${spot.x} ${spot.y}`
    return `M${spot.x} ${spot.y}${spots[index + 1] ? '' : 'h0'}`
  })
  return parts.join('')
}

/** A tenth of a pixel is more than anybody sees. */
function rounded(number: number): number {
  return Math.round(number * 10) / 10
}

/** The point that is next to a position on the way from left to right. */
export function nearestSpot(spots: readonly (Spot | undefined)[], x: number): number | undefined {
  const distance = (index: number) => Math.abs((spots[index]?.x ?? Number.POSITIVE_INFINITY) - x)
  const known = spots.flatMap((spot, index) => (spot ? [index] : []))
  return known.reduce<number | undefined>(
    (best, index) => (best === undefined || distance(index) < distance(best) ? index : best),
    undefined,
  )
}
