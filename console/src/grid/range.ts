import type { Cursor } from './moveCursor.ts'

/** A rectangle of cells, its edges included. Column 0 is that of the boxes and never in it. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** The rectangle between two cells; undefined where there are no cells, as in the head. */
export function rangeOf(one: Cursor, other: Cursor): CellRange | undefined {
  const [top = 0, bottom = 0] = [one.row, other.row].sort((a, b) => a - b)
  const [left = 0, right = 0] = [one.column, other.column].map((each) => Math.max(1, each)).sort((a, b) => a - b)
  return top < 0 ? undefined : { top, bottom, left, right }
}

/** Whether a cell is in a rectangle. */
export function isInRange(range: CellRange | undefined, row: number, column: number): boolean {
  if (!range) return false
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

/** How many rows and columns a rectangle has. */
export function extentsOf({ top, bottom, left, right }: CellRange): {
  readonly rows: number
  readonly columns: number
} {
  return { rows: bottom - top + 1, columns: right - left + 1 }
}
