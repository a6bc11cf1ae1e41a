import type { KeyboardEvent } from 'react'
import { type GridLine, type GridProps, type GridRow, rowOf } from './GridProps.ts'
import { isShortcut } from './isShortcut.ts'
import { type Cursor, moveCursor } from './moveCursor.ts'
import { readingKey } from './readingKey.ts'
import type { CellRanges } from './useRange.ts'

const screenful = 20

/** Where the cursor is, and how to move it. */
interface CursorState {
  readonly lines: readonly GridLine[]
  readonly cursor: Cursor
  readonly move: (to: Cursor) => void
  /** The chosen cells; undefined where none can be chosen. */
  readonly ranges: CellRanges | undefined
}

/** What a key does in the cell under the cursor. */
export function onGridKey(event: KeyboardEvent, props: GridProps, { lines, cursor, move, ranges }: CursorState): void {
  const { columns, rows, onSelect, onSort, onOpen, onEdit, foot, groups } = props
  if (event.defaultPrevented || pressedMenu(event, rowOf(lines[cursor.row]) === undefined)) return
  if (ranges?.onKey(event)) return event.preventDefault()
  if (isShortcut(event)) return
  const key = readingKey(event.key, event.currentTarget.matches(':dir(rtl)'))
  const size = { rows: lines.length + (foot ? 1 : 0), columns: columns.length + 1, screen: screenful }
  const to = moveCursor(cursor, key, event.ctrlKey, size)
  const row = rowOf(lines[cursor.row])
  const column = columns[cursor.column - 1]
  const isEdit = event.key === 'F2' || (event.key === 'Enter' && !column?.isLeading)
  const target = to && rowOf(lines[to.row])
  const isHead = cursor.row === -1
  // Where records are selected, more of them are; otherwise cells.
  const isOfRows = props.selection.isAll || props.selection.versions.size > 0 || cursor.column === 0
  if (to && ranges && event.shiftKey && row && !isOfRows) {
    const next = cellBeyond(lines, cursor, to)
    if (next) ranges.extend(next)
  } else if (groups?.onKey(event, cursor.row)) {
    // It was of the groups.
  } else if (to) {
    ranges?.end()
    move(to)
    if (event.shiftKey && row && target && target !== row) onSelect({ does: 'range', from: row, to: target, rows })
  } else if (isEdit && row && column?.isEditable) onEdit?.({ row: row.id, column: column.id })
  else if (event.key === 'Enter' && row) onOpen(row)
  else if (event.key === 'Enter' && isHead && cursor.column > 0) onSort(columns[cursor.column - 1]?.id ?? '')
  else if (event.key === ' ' && row) toggleRow(props, row, event.shiftKey)
  else if (event.key === ' ' && isHead) onSelect({ does: 'page', rows })
  else return
  event.preventDefault()
}

/** The cell that a key leads to, over what stands between rows. */
function cellBeyond(lines: readonly GridLine[], from: Cursor, to: Cursor): Cursor | undefined {
  const step = Math.sign(to.row - from.row)
  for (let row = to.row; row >= 0 && row < lines.length; row += step) if (rowOf(lines[row])) return { ...to, row }
  return undefined
}

/** Alt and the arrow down open the menu of a head, Enter that of a figure: what the button in the cell does. */
function pressedMenu(event: KeyboardEvent, hasNoRow: boolean): boolean {
  const isKey = event.altKey ? event.key === 'ArrowDown' : event.key === 'ContextMenu'
  const cell = event.target instanceof Element && hasNoRow ? event.target.closest('th, td') : null
  const button = cell?.querySelector<HTMLButtonElement>('button[data-menu]')
  const isFoot = cell?.closest('tfoot') !== null && (event.key === 'Enter' || event.key === ' ')
  if (!button || event.target === button || !(isKey || isFoot)) return false
  button.click()
  event.preventDefault()
  return true
}

/** Selects a row or not, or all from the last one to it. */
export function toggleRow({ rows, onSelect }: GridProps, row: GridRow, isRange: boolean): void {
  onSelect(isRange ? { does: 'range', from: row, to: row, rows } : { does: 'toggle', row, rows })
}
