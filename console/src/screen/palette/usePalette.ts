import { useEffect, useRef, useState } from 'react'
import { nothingTyped, typeAhead } from '../../keys/typeAhead.ts'

/** Whether the palette is open. What is typed before it has been loaded is kept for it. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  const typed = useRef(nothingTyped)
  useEffect(() => {
    if (!isOpen) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"]')) return
      if (event.key === 'Escape') setOpen(false)
      const next = typeAhead(typed.current, event.key)
      if (!next) return
      typed.current = next
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOpen])
  return {
    isOpen,
    typed,
    open: () => {
      typed.current = nothingTyped
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
