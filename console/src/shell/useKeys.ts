import { useEffect, useRef } from 'react'
import { type Action, meaningOf, type Scope } from '../keys/bindings.ts'

/** What this screen does on which action. */
export type Handlers = Partial<Record<Action, () => void>>

const patience = 1500

/** Listens to the keys of these scopes while the screen is there. A dialog keeps them to itself. */
export function useKeys(scopes: readonly Scope[], handlers: Handlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const names = scopes.join(' ')
  useEffect(() => {
    let first = ''
    let since = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"]')) return
      const pressed = {
        key: event.key,
        isControl: event.ctrlKey || event.metaKey,
        isAlt: event.altKey,
        isTyping: isInput(event.target),
      }
      const before = performance.now() - since < patience ? first : ''
      const meaning = meaningOf(pressed, before, names.split(' ') as Scope[])
      first = meaning && 'first' in meaning ? meaning.first : ''
      since = performance.now()
      const handler = meaning && 'action' in meaning ? latest.current[meaning.action] : undefined
      if (!handler) return
      event.preventDefault()
      handler()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [names])
}

function isInput(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName))
}
