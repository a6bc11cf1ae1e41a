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

/** The cursor within a grid that may have fewer rows or columns now. */
export function clampCursor({ row, column }: Cursor, extents: Pick<Extents, 'rows' | 'columns'>): Cursor {
  return { row: clamp(row, -1, extents.rows - 1), column: clamp(column, 0, extents.columns - 1) }
}

/** The row under the cursor; undefined in the head. */
export function underCursor<Row>(rows: readonly Row[], { row }: Cursor): Row | undefined {
  return rows[clamp(row, -1, rows.length - 1)]
}

/** Where a key leads from a cell; undefined if the key does not move the cursor. */
export function moveCursor(
  { row, column }: Cursor,
  key: string,
  isControl: boolean,
  extents: Extents,
): Cursor | undefined {
  const to = (nextRow: number, nextColumn: number) => clampCursor({ row: nextRow, column: nextColumn }, extents)
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
