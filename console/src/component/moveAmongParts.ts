import type { KeyboardEvent } from 'react'

/** What people type between the parts of a date, whatever their language writes there. */
const separators = ['/', '.', '-', ':', ',', ' ']

/**
 * The keys between the parts of a date. Tab leaves them all at once: it goes on from the last part, and back from the
 * first. A separator ends a part in which something was typed; behind a part that is full it changes nothing.
 */
export function moveAmongParts(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target, key } = event
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return
  const parts = [...currentTarget.querySelectorAll<HTMLElement>('[tabindex="0"]')]
  if (key === 'Tab') parts.at(event.shiftKey ? 0 : -1)?.focus()
  if (!separators.includes(key)) {
    if (key.length === 1) target.dataset['typed'] = ''
    return
  }
  event.preventDefault()
  if (target.dataset['typed'] === undefined) return
  delete target.dataset['typed']
  parts[parts.indexOf(target) + 1]?.focus()
}
