import { useEffect, useLayoutEffect, useRef } from 'react'
import { isHeld } from '../keys/isHeld.ts'
import { copyKey, replayKey } from './replayKey.ts'

/** How long keys wait, in milliseconds. What did not come by then may never come: they are dropped. */
const patience = 10_000

/**
 * Keeps what is typed after something was opened until it is there, and types it then. `opened` names what is opened;
 * undefined if nothing is. Without this, a key would be lost, or would mean something else on the screen before.
 */
export function useTypedAhead(opened: string | undefined, isReady: () => boolean): void {
  const latest = useRef(isReady)
  useEffect(() => {
    latest.current = isReady
  })
  // Before the next key, which may be waiting already.
  useLayoutEffect(() => (opened === undefined ? undefined : holdKeys(() => latest.current())), [opened])
}

/** Whether an element has all that is loaded for it, and the focus. */
export function hasArrived(root: Element | null | undefined): boolean {
  return !!root && root.contains(document.activeElement) && root.querySelector('[data-loading]') === null
}

/** The dialog that stands over the others. One that was closed and is on its way out is none any more. */
export function findDialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"]')].findLast((dialog) => !dialog.closest('[data-exiting]'))
}

/** Whether a dialog has arrived. */
export function hasDialog(): boolean {
  return hasArrived(findDialog())
}

// One may be opened by a key that waited for another, as a palette while its page was on its way. The first hands its
// keys to the second, and never takes back what that types.
let begun = 0
let replaying: number | undefined

function holdKeys(isReady: () => boolean): () => void {
  const held: KeyboardEvent[] = []
  const since = performance.now()
  const number = begun++
  let isThere = false
  const onKeyDown = (event: KeyboardEvent) => {
    // A list sends a key on to the option that it marks: what follows from a key of ours is ours, too.
    if ((replaying !== undefined && replaying >= number) || !isHeld(event)) return
    if (held.length === 0 && isReady()) return end()
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(copyKey(event))
  }
  // One key a frame: what it does is drawn, and the focus is where it belongs, before the next one.
  const onFrame = () => {
    isThere ||= isReady()
    if (!isThere && performance.now() - since > patience) return end()
    const next = isThere ? held.shift() : undefined
    if (next) replayAs(number, next)
    if (isThere && held.length === 0) return end()
    frame = requestAnimationFrame(onFrame)
    return undefined
  }
  const end = () => {
    cancelAnimationFrame(frame)
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  let frame = requestAnimationFrame(onFrame)
  // What is closed before all keys were typed does not come any more: the rest is for what comes after it.
  return () => {
    isThere = true
    if (held.length === 0) end()
  }
}

function replayAs(number: number, key: KeyboardEvent): void {
  const before = replaying
  replaying = number
  try {
    replayKey(key)
  } finally {
    replaying = before
  }
}
