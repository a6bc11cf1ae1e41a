import type { RefObject } from 'react'
import type { ListPlace } from '../../../route/Place.ts'
import { type Cursor, underCursor } from '../../../grid/moveCursor.ts'
import type { Selectable } from '../../../grid/selection.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'

/** The record beside a list: the address names it, and it follows the cursor. */
export function usePeek(place: ListPlace, rows: readonly Selectable[], cursor: RefObject<Cursor>) {
  const { go } = useShell()
  const focusRows = () => document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus()
  const open = () => {
    const row = underCursor(rows, cursor.current)
    if (row) go({ ...place, peek: row.id })
  }
  const close = () => {
    go({ ...place, peek: undefined })
    focusRows()
  }
  useKeys(['list'], place.peek === undefined ? { peek: open } : { peek: close, leave: close })
  const follow = (to: Cursor) => {
    const row = rows[to.row]
    if (place.peek !== undefined && row && row.id !== place.peek) go({ ...place, peek: row.id }, 'replace')
  }
  return { close, follow }
}
