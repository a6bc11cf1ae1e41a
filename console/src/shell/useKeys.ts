import { useEffect, useRef } from 'react'
import { type Action, meaningOf, type Scope } from '../keys/bindings.ts'
import { areLettersOff } from './letterKeys.ts'
import { useShell } from './Shell.tsx'
import { findDialog } from './useTypedAhead.ts'

/** What this screen does on which action. */
export type Handlers = Partial<Record<Action, (key: string) => void>>

const patience = 1500

/** Listens to the keys of these scopes while the screen is there. A dialog keeps them to itself. */
export function useKeys(scopes: readonly Scope[], handlers: Handlers): void {
  const { storage } = useShell()
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const names = scopes.join(' ')
  useEffect(() => {
    let first = ''
    let since = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || findDialog()) return
      const pressed = {
        key: event.key,
        isControl: event.ctrlKey || event.metaKey,
        isAlt: event.altKey,
        isShift: event.shiftKey,
        isTyping: isInput(event.target),
        areLettersOff: isInForm(event.target) || areLettersOff(storage),
      }
      // When they were pressed counts, and not when a busy page gets to them.
      const before = event.timeStamp - since < patience ? first : ''
      const meaning = meaningOf(pressed, before, names.split(' ') as Scope[])
      first = meaning && 'first' in meaning ? meaning.first : ''
      since = event.timeStamp
      const handler = meaning && 'action' in meaning ? latest.current[meaning.action] : undefined
      if (!handler) return
      event.preventDefault()
      handler(event.key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [names, storage])
}

function isInput(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Where what is typed is meant for something else, even at a button. `data-keys` is for what decides for itself. */
const typed = 'form, [role="dialog"], [role="menu"], [role="listbox"], [aria-haspopup="listbox"], [data-keys]'

/**
 * Whether a key was pressed inside of a form, a panel or a menu. There a letter that misses its input must do nothing.
 * The title of a record and the fields that clash have `data-keys="letters"`: nobody types there.
 */
function isInForm(target: EventTarget | null): boolean {
  const around = target instanceof Element ? target.closest(typed) : null
  return around !== null && around.getAttribute('data-keys') !== 'letters'
}
