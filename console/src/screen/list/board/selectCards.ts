import type { MouseEvent } from 'react'
import type { WorkingBoard } from './useBoard.ts'

/** Selects cards, so that they move together. */
export function selecting({ setSelected }: WorkingBoard) {
  return {
    toggle: (id: number) =>
      setSelected((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    select: (ids: readonly number[]) => setSelected((before) => new Set([...before, ...ids])),
  }
}

/** Selects nothing; false if nothing was selected. */
export function clearSelected({ selected, setSelected }: WorkingBoard): boolean {
  setSelected(new Set())
  return selected.size > 0
}

/** A click with Shift selects from the cursor to a card of its column, one with Ctrl the card alone. */
export function clickSelect(event: MouseEvent, board: WorkingBoard, cursor: number | undefined): void {
  const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
  if (!card || (!event.shiftKey && !event.ctrlKey && !event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  const id = Number(card.dataset['card'])
  const column = board.cards.find((ids) => ids.includes(id)) ?? []
  const [from, to] = [column.indexOf(cursor ?? id), column.indexOf(id)]
  const { toggle, select } = selecting(board)
  if (event.shiftKey && from >= 0) select(column.slice(Math.min(from, to), Math.max(from, to) + 1))
  else toggle(id)
}
