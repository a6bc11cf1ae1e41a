import type { DragEvent, MouseEvent, PointerEvent } from 'react'
import { fitWidths, headsOf, narrowest, widthsOf } from './columnWidths.ts'
import type { HeadTools } from './GridProps.ts'

/** What a column is dragged as. */
const columnType = 'application/x-tabularium-column'

/** Drags the head of a column before another one, and its edge to another width. */
export function useColumnDrag(id: string, tools: HeadTools | undefined) {
  if (!tools) return { head: {}, edge: {} }
  const { onOrder, onWidths } = tools
  return {
    head: {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData(columnType, id)
        event.dataTransfer.effectAllowed = 'move'
      },
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes(columnType)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        const dragged = event.dataTransfer.getData(columnType)
        event.preventDefault()
        if (dragged !== '' && dragged !== id) onOrder(dragged, id)
      },
    },
    edge: {
      onClick: (event: MouseEvent) => event.stopPropagation(),
      onDoubleClick: (event: MouseEvent<HTMLElement>) => {
        event.stopPropagation()
        onWidths(fitWidths(headsOf(event.currentTarget), id))
      },
      // What begins at the edge is no drag of the head.
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.preventDefault()
        event.stopPropagation()
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => follow(event, id, onWidths),
    },
  }
}

/** Makes a column as wide as the pointer says until it is let go. */
function follow(event: PointerEvent<HTMLElement>, id: string, onWidths: HeadTools['onWidths']): void {
  event.preventDefault()
  event.stopPropagation()
  const edge = event.currentTarget
  const start = event.clientX
  const before = widthsOf(headsOf(edge))
  const sign = edge.matches(':dir(rtl)') ? -1 : 1
  const move = (to: globalThis.PointerEvent) => {
    const width = Math.round((before[id] ?? 0) + sign * (to.clientX - start))
    onWidths({ ...before, [id]: Math.max(narrowest, width) })
  }
  const end = () => {
    edge.removeEventListener('pointermove', move)
    edge.removeEventListener('pointerup', end)
    edge.removeEventListener('pointercancel', end)
  }
  edge.setPointerCapture(event.pointerId)
  edge.addEventListener('pointermove', move)
  edge.addEventListener('pointerup', end)
  edge.addEventListener('pointercancel', end)
}
