import { type RefObject, useEffect, useRef } from 'react'

/** Copying and pasting while the focus is in a cell: the browser asks the page for what is not text of a selection. */
export function useClipboard(table: RefObject<HTMLElement | null>, act: (event: ClipboardEvent) => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onEvent = (event: ClipboardEvent) => {
      const { activeElement: focused } = document
      if (table.current?.contains(focused) && !isTyped(focused)) latest.current(event)
    }
    document.addEventListener('copy', onEvent)
    document.addEventListener('paste', onEvent)
    return () => {
      document.removeEventListener('copy', onEvent)
      document.removeEventListener('paste', onEvent)
    }
  }, [table])
}

/** Whether text is meant, as in the editor of a cell. */
export function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="checkbox"]), textarea, [data-keys]') !== null
}
