import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { WorkingBoard } from './useBoard.ts'

/** Which card the keys mean, and where the focus goes after a card has moved. */
export function useCardFocus(root: { readonly current: HTMLElement | null }, { cards }: WorkingBoard) {
  const [at, setCursor] = useState<number | undefined>()
  const wanted = useRef<number>(undefined)
  const cursor = cards.flat().includes(at ?? -1) ? at : cards.flat()[0]
  const linkOf = (id: number) => root.current?.querySelector<HTMLElement>(`[data-card="${id}"] .board-link`)
  // After each change: a card that was moved has another place, and whoever moved it goes on there.
  useEffect(() => {
    const link = wanted.current === undefined ? undefined : linkOf(wanted.current)
    if (link && document.activeElement === document.body) link.focus()
  })
  return {
    cursor,
    go: (id: number) => {
      wanted.current = undefined
      setCursor(id)
      linkOf(id)?.focus()
    },
    /** The focus stays with a card while it moves, until somebody goes elsewhere. */
    want: (id: number | undefined) => {
      wanted.current = id
    },
    onFocus: ({ target }: FocusEvent) => {
      const id = Number(target.closest<HTMLElement>('[data-card]')?.dataset['card'])
      if (id !== wanted.current) wanted.current = undefined
      if (!Number.isNaN(id)) setCursor(id)
    },
  }
}

/** Which card the keys mean. */
export type CardFocus = ReturnType<typeof useCardFocus>
