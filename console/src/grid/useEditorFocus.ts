import { type RefObject, useEffect, useRef } from 'react'
import { type GridLine, type GridProps, rowOf } from './GridProps.ts'
import type { Cursor } from './moveCursor.ts'

/** The cursor follows the editor, and the focus comes back to its cell when it is closed. */
export function useEditorFocus(
  { editor, columns }: GridProps,
  lines: readonly GridLine[],
  table: RefObject<HTMLTableElement | null>,
  onCursor: (cursor: Cursor) => void,
): void {
  const at = editor && `${editor.row} ${editor.column}`
  const before = useRef(at)
  const cursor = editor && {
    row: lines.findIndex((line) => rowOf(line)?.id === editor.row),
    column: columns.findIndex(({ id }) => id === editor.column) + 1,
  }
  useEffect(() => {
    if (at !== undefined && at !== before.current && cursor) onCursor(cursor)
    else if (at === undefined && before.current !== undefined)
      table.current?.querySelector<HTMLElement>('[data-cursor]')?.focus()
    before.current = at
  })
}
