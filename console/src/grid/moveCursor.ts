/** The cell that keys act on. Row -1 is the head. */
export interface Cursor {
  readonly row: number
  readonly column: number
}

/** Where the cursor is to begin with: in the first row, behind its checkbox. */
export const firstCell: Cursor = { row: 0, column: 1 }

/** How large a grid is, and how many rows a screen shows. */
export interface Extents {
  readonly rows: number
  readonly columns: number
  readonly screen: number
}

/** Where a key leads from a cell; undefined if the key does not move the cursor. */
export function moveCursor(
  { row, column }: Cursor,
  key: string,
  isControl: boolean,
  extents: Extents,
): Cursor | undefined {
  const to = (nextRow: number, nextColumn: number): Cursor => ({
    row: clamp(nextRow, -1, extents.rows - 1),
    column: clamp(nextColumn, 0, extents.columns - 1),
  })
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return to(row + 1, column)
    case 'ArrowUp':
    case 'k':
      return to(row - 1, column)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'Home':
      return isControl ? to(0, 0) : to(row, 0)
    case 'End':
      return isControl ? to(extents.rows - 1, extents.columns - 1) : to(row, extents.columns - 1)
    case 'PageDown':
      return to(row + extents.screen, column)
    case 'PageUp':
      return to(Math.max(0, row - extents.screen), column)
    default:
      return undefined
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, Math.max(least, most)))
}
