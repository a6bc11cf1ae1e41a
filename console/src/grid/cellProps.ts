import type { Cursor } from './moveCursor.ts'

/** What makes a cell one of the grid: only the cell under the cursor is a Tab stop. */
export function cellProps(cursor: Cursor, row: number, column: number, onCursor: (cursor: Cursor) => void) {
  const isCursor = cursor.row === row && cursor.column === column
  return {
    tabIndex: isCursor ? 0 : -1,
    'data-cursor': isCursor ? '' : undefined,
    onFocus: () => (isCursor ? undefined : onCursor({ row, column })),
  }
}
