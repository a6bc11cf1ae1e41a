import { type RefObject, useEffect, useState } from 'react'
import type { CellAt } from './useLines.ts'

/**
 * The cell that is edited, and the focus in it. A line that was left while a picker still looks for what was typed
 * keeps its editors until that is found: how fast somebody types decides nothing.
 */
export function useCell(table: RefObject<HTMLElement | null>) {
  const [at, setAt] = useState<CellAt | undefined>()
  const [held, setHeld] = useState<readonly string[]>([])
  useEffect(() => {
    const still = held.filter((key) => isWaiting(table.current, key))
    if (still.length < held.length) setHeld(still)
  })
  useEffect(() => {
    if (!at) return
    const cell = rowOf(table.current, at.line)?.querySelector<HTMLElement>(`[data-column="${CSS.escape(at.column)}"]`)
    if (!cell || (cell !== document.activeElement && cell.contains(document.activeElement))) return
    const input = cell.querySelector<HTMLElement>('input, textarea, button:not([tabindex="-1"]), [tabindex="0"]')
    const to = input ?? cell
    to.focus()
    if (to instanceof HTMLInputElement) to.select()
  }, [at, table])
  const goTo = (next: CellAt | undefined) => {
    if (at && at.line !== next?.line && isWaiting(table.current, at.line)) setHeld([...held, at.line])
    setAt(next)
  }
  return { at, goTo, isEdited: (key: string) => at?.line === key || held.includes(key) }
}

function rowOf(table: HTMLElement | null, key: string): Element | null | undefined {
  return table?.querySelector(`[data-line="${CSS.escape(key)}"]`)
}

/** Whether a picker of a line waits for the answer to what was typed into it. */
function isWaiting(table: HTMLElement | null, key: string): boolean {
  return rowOf(table, key)?.querySelector('.combo[data-waiting]') != null
}
