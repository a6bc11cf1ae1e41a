import type { Cursor } from './moveCursor.ts'

/**
 * What makes a cell one of the grid: only the cell under the cursor is a Tab stop. One over several columns is that of
 * each of them.
 */
export function cellProps(cursor: Cursor, row: number, column: number, onCursor: (cursor: Cursor) => void, span = 1) {
  const isCursor = cursor.row === row && cursor.column >= column && cursor.column < column + span
  return {
    tabIndex: isCursor ? 0 : -1,
    'data-at': `${row} ${column}`,
    'data-cursor': isCursor ? '' : undefined,
    onFocus: () => (isCursor ? undefined : onCursor({ row, column })),
  }
}
