import type { KeyboardEvent } from 'react'

/** What a key means in a grid of lines. */
export type LineStep =
  | 'next'
  | 'previous'
  | 'below'
  | 'above'
  | 'enter'
  | 'new'
  | 'copyAbove'
  | 'remove'
  | 'undo'
  | 'takeBack'
  | 'end'
  | 'moveUp'
  | 'moveDown'

/** The editors that need arrows and Escape for themselves. */
const ownArrows = '[role="combobox"], [role="spinbutton"], textarea, [aria-haspopup]'

/**
 * What a key means. Letters are always text. Arrows are of an editor with a list or parts, and so is what it has
 * handled already.
 */
export function stepOf(event: KeyboardEvent): LineStep | undefined {
  const { key, altKey, shiftKey } = event
  const isControl = event.ctrlKey || event.metaKey
  const target = event.target instanceof Element ? event.target : undefined
  if (key === 'Tab' && !isControl && !altKey) return shiftKey ? 'previous' : 'next'
  if (event.defaultPrevented) return undefined
  // That saves the record and begins the next one.
  if (isControl && shiftKey && key === 'Enter') return undefined
  if (isControl) return controlSteps[key.length === 1 ? key.toLowerCase() : key]
  if (altKey) return key === 'ArrowUp' ? 'moveUp' : key === 'ArrowDown' ? 'moveDown' : undefined
  if (key === 'Enter') return target?.matches('textarea') || isMenu(target) ? undefined : 'enter'
  if (key === 'Escape') return 'takeBack'
  if (key === 'F2') return 'end'
  if (target?.matches(ownArrows)) return undefined
  return key === 'ArrowUp' ? 'above' : key === 'ArrowDown' ? 'below' : undefined
}

const controlSteps: Readonly<Record<string, LineStep>> = {
  Enter: 'new',
  d: 'copyAbove',
  Delete: 'remove',
  z: 'undo',
}

/** Whether Enter opens a menu there, or presses a button. */
function isMenu(target: Element | undefined): boolean {
  return target?.matches('button') ?? false
}

/** What Tab stops at, in the order of the page. */
const stops = 'a[href], button, input, textarea, select, [tabindex]'

/** Leaves a part of the page as Tab does: to the first stop behind it, or to the last one before. */
export function focusBeyond(part: Element, isBack: boolean): void {
  const isStop = (each: HTMLElement) =>
    each.tabIndex >= 0 && !part.contains(each) && !each.matches(':disabled') && each.checkVisibility()
  const all = [...document.querySelectorAll<HTMLElement>(stops)].filter(isStop)
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const beyond = all.filter((each) => (part.compareDocumentPosition(each) & side) !== 0)
  const to = isBack ? beyond.at(-1) : beyond[0]
  to?.focus()
  if (to instanceof HTMLInputElement) to.select()
}
