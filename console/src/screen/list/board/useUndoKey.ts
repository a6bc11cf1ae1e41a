import { useEffect, useRef } from 'react'

/** Ctrl+Z undoes the last move. It is asked before the key that undoes one’s last change of several records. */
export function useUndoKey(undoLast: () => boolean): void {
  const latest = useRef(undoLast)
  useEffect(() => {
    latest.current = undoLast
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || isElsewhere(event.target) || !latest.current()) return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

/** Where Ctrl+Z means something else: in a text, and in a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null
}
