import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { CellActions } from './CellActions.ts'
import { type GridLine, rowOf } from './GridProps.ts'
import type { Cursor } from './moveCursor.ts'
import { type CellRange, rangeOf } from './range.ts'
import { useCellPointer } from './useCellPointer.ts'
import { isTyped, useClipboard } from './useClipboard.ts'

interface Range {
  readonly table: RefObject<HTMLElement | null>
  readonly cursor: Cursor
  /** Puts the cursor into a cell, with the focus. */
  readonly move: (to: Cursor) => void
  readonly lines: readonly GridLine[]
  readonly actions: CellActions | undefined
}

/**
 * A rectangle of cells, between the cell under the cursor and the one where it began: by Shift and the arrows, by
 * dragging, or by Shift and a press. The handle at its corner fills what it is dragged over.
 */
export function useRange({ table, cursor, move, lines, actions }: Range) {
  const [anchor, setAnchor] = useState<Cursor | undefined>()
  // The heads of the grid and of groups, and what stands below the rows, have no cells to choose.
  const isOnRow = rowOf(lines[cursor.row]) !== undefined
  const range = anchor && anchor.row < lines.length && isOnRow ? rangeOf(anchor, cursor) : undefined
  const here = range ?? (isOnRow ? rangeOf(cursor, cursor) : undefined)
  const put = (from: Cursor | undefined, to = cursor) => {
    const isOne = from === undefined || (from.row === to.row && from.column === to.column)
    setAnchor(isOne ? undefined : from)
    actions?.onRange(isOne ? undefined : rangeOf(from, to))
    if (!isOne) getSelection()?.removeAllRanges()
    if (to !== cursor) move(to)
  }
  const end = () => {
    if (anchor) put(undefined)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!actions || !here || isTyped(event.target)) return false
    if (event.key === 'Escape' && range) put(undefined)
    else if (event.key === 'Delete') return actions.onClear(here, range === undefined)
    else if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey))
      actions.onFill(range && range.bottom > range.top ? range : above(here), 1, event.altKey)
    else return false
    return true
  }
  const pointer = useCellPointer({ cursor, anchor, range, here, put, end, actions })
  useClipboard(table, (event) => {
    const act = event.type === 'copy' ? actions?.onCopy : actions?.onPaste
    if (!act || !here || !event.clipboardData) return
    event.preventDefault()
    act(here, event.clipboardData)
  })
  return {
    range,
    here,
    /** Whether cells can be filled. */
    isOffered: actions?.mayEdit ?? false,
    extend: (to: Cursor) => put(anchor ?? cursor, { ...to, column: Math.max(1, to.column) }),
    end,
    onKey,
    handlers: pointer,
  }
}

/** The rectangle of a grid, and what is done with it. */
export type CellRanges = ReturnType<typeof useRange>

/** The cell with the one above it. */
function above(range: CellRange): CellRange {
  return { ...range, top: Math.max(0, range.top - 1) }
}
