import type { KeyboardEvent } from 'react'
import { carry, nextCard } from '../../../board/carry.ts'
import type { Drop } from '../../../board/dropOf.ts'
import { areLettersOff } from '../../../shell/letterKeys.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { Hold } from './useHold.ts'

/** What keys do on a board. */
export interface BoardSteps {
  readonly cursor: number | undefined
  /** The cards of each column, as they stand. */
  readonly cards: readonly (readonly number[])[]
  readonly hold: Hold | undefined
  readonly drops: readonly Drop[] | undefined
  readonly focus: (id: number) => void
  readonly take: (id: number, by: 'keys') => boolean
  readonly over: (column: number, passed: readonly number[]) => void
  readonly stay: (passed: readonly number[]) => void
  readonly drop: () => void
  readonly cancel: () => void
  readonly toggle: (id: number) => void
  readonly select: (ids: readonly number[]) => void
  readonly leave: () => boolean
  readonly peek: (id: number) => void
  readonly add: (column: number) => void
}

/** The keys of a board. Where they mean something here, nothing behind them hears them. */
export function useBoardKeys(steps: BoardSteps) {
  const { storage } = useShell()
  return (event: KeyboardEvent) => {
    const isCard = event.target instanceof Element && event.target.closest('.board-link') !== null
    if (!isCard || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const isLetter = event.key.length === 1 && event.key !== ' '
    if (isLetter && (event.shiftKey || areLettersOff(storage))) return
    const isDone = steps.hold ? carryBy(event.key, steps, steps.hold) : moveBy(event, steps)
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** A key while a card is held. */
function carryBy(key: string, { drops = [], drop, cancel, over, stay }: BoardSteps, hold: Hold): boolean {
  switch (key) {
    case ' ':
    case 'Enter':
      drop()
      return true
    case 'Escape':
      cancel()
      return true
    case 'ArrowLeft':
    case 'ArrowRight': {
      const { to, passed } = carry(drops, hold.over, key === 'ArrowRight' ? 1 : -1)
      if (to === undefined) stay(passed)
      else over(to, passed)
      return true
    }
    default:
      // Up and down, and letters: the card in hand goes nowhere else.
      return key.startsWith('Arrow') || key.length === 1 || key === 'Home' || key === 'End'
  }
}

/** A key while no card is held. */
function moveBy({ key, shiftKey }: KeyboardEvent, steps: BoardSteps): boolean {
  const { cursor, cards } = steps
  if (cursor === undefined) return false
  switch (key) {
    case ' ':
      if (shiftKey) steps.toggle(cursor)
      else steps.take(cursor, 'keys')
      return true
    case 'Escape':
      return steps.leave()
    case 'p':
      steps.peek(cursor)
      return true
    case 'n':
      steps.add(cards.findIndex((column) => column.includes(cursor)))
      return true
    default: {
      const next = nextCard(cards, cursor, key)
      if (next === undefined) return key.startsWith('Arrow')
      if (shiftKey && key.startsWith('Arrow')) steps.select([cursor, next])
      steps.focus(next)
      return true
    }
  }
}
