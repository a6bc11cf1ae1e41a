import { type RefObject, useId, useRef, useState } from 'react'

/** What a button that opens something has: its name for screen readers, and whether that is open. */
interface Opener {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly onPress: () => void
  readonly 'aria-haspopup': 'dialog' | 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls'?: string
}

/** A button and what it opens, which is loaded when it is first open and stays there for its way out. */
export function useOpener(is: 'dialog' | 'menu', isOpen: boolean, onOpenChange: (isOpen: boolean) => void) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const opener: Opener = {
    ref: button,
    onPress: () => onOpenChange(!isOpen),
    'aria-haspopup': is,
    'aria-expanded': isOpen,
    ...(isOpen ? { 'aria-controls': id } : {}),
  }
  return { id, button, opener, wasOpen }
}
