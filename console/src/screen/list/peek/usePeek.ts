import type { RefObject } from 'react'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { type Cursor, underCursor } from '../../../grid/moveCursor.ts'
import type { Selectable } from '../../../grid/selection.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'

/** The record beside a list: the address names it, and it follows the cursor. */
export function usePeek(route: ListRoute, rows: readonly Selectable[], cursor: RefObject<Cursor>) {
  const { go } = useShell()
  const focusRows = () => document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus()
  const open = () => {
    const row = underCursor(rows, cursor.current)
    if (row) go({ ...route, peek: row.id })
  }
  const close = () => {
    go({ ...route, peek: undefined })
    focusRows()
  }
  useKeys(['list'], route.peek === undefined ? { peek: open } : { peek: close, leave: close })
  const follow = (to: Cursor) => {
    const row = rows[to.row]
    if (route.peek !== undefined && row && row.id !== route.peek) go({ ...route, peek: row.id }, 'replace')
  }
  return { close, follow }
}
