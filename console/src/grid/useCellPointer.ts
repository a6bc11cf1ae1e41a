import { type DragEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import type { CellActions } from './CellActions.ts'
import type { Cursor } from './moveCursor.ts'
import type { CellRange } from './range.ts'

interface PointedCells {
  readonly cursor: Cursor
  readonly anchor: Cursor | undefined
  readonly range: CellRange | undefined
  /** The rectangle, or the cell under the cursor. */
  readonly here: CellRange | undefined
  readonly put: (from: Cursor, to: Cursor) => void
  readonly end: () => void
  readonly actions: CellActions | undefined
}

/** Chooses cells by dragging, or by Shift and a press. The handle at their corner fills what it is dragged over. */
export function useCellPointer({ cursor, anchor, range, here, put, end, actions }: PointedCells) {
  const drag = useRef<{ readonly from: Cursor; readonly filled?: CellRange } | undefined>(undefined)
  const onPointerDown = (event: PointerEvent) => {
    const to = cellAt(event.target)
    drag.current = undefined
    if (!actions || !to || event.button !== 0 || event.pointerType === 'touch') return
    const isHandle = event.target instanceof Element && event.target.matches('.grid-handle')
    if (isHandle && here) drag.current = { from: { row: here.top, column: here.left }, filled: here }
    else if (event.shiftKey) put(anchor ?? cursor, to)
    else {
      // A row of a group is dragged as a whole.
      if (!isDraggable(event.target)) drag.current = { from: to }
      end()
      return
    }
    event.preventDefault()
  }
  const onPointerOver = (event: PointerEvent) => {
    const to = cellAt(event.target)
    if (!drag.current || !to || event.buttons !== 1) return
    const { from, filled } = drag.current
    if (filled) put(from, { row: Math.max(to.row, filled.bottom), column: filled.right })
    else put(from, to)
  }
  const onPointerUp = (event: PointerEvent) => {
    const filled = drag.current?.filled
    drag.current = undefined
    if (filled && range && range.bottom > filled.bottom)
      actions?.onFill(range, filled.bottom - filled.top + 1, event.altKey)
  }
  return {
    onPointerDown,
    onPointerOver,
    onPointerUp,
    // A link in a cell is no thing to drag away, nor to open in another window where cells are chosen.
    onDragStartCapture: (event: DragEvent) => {
      const isLink = cellAt(event.target) !== undefined && !isDraggable(event.target)
      if (!actions || !(isLink || drag.current)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onClickCapture: (event: MouseEvent) =>
      actions && event.shiftKey && cellAt(event.target) ? event.preventDefault() : undefined,
  }
}

function isDraggable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.grid-row[draggable="true"]') !== null
}

/** The cell of the body that an event is about. Its boxes, inputs and editors are not meant. */
function cellAt(target: EventTarget | null): Cursor | undefined {
  if (!(target instanceof Element) || target.closest('input, textarea, [data-keys]')) return undefined
  const at = target.closest<HTMLElement>('.grid-row td[data-at]')?.dataset['at']?.split(' ').map(Number)
  const [row = -1, column = 0] = at ?? []
  return row < 0 || column < 1 ? undefined : { row, column }
}
