/** Presses a key again at what has the focus now: its listeners get it, and then what a browser does by itself. */
export function replayKey(event: KeyboardEvent): void {
  const target = document.activeElement ?? document.body
  if (target.dispatchEvent(event)) doDefault(target, event)
  // A button is pressed when its key is let go, also where a listener took the key.
  const released = target.isConnected ? target : (document.activeElement ?? document.body)
  released.dispatchEvent(new KeyboardEvent('keyup', { key: event.key, code: event.code, bubbles: true }))
}

/** What a browser does by itself after a key. */
function doDefault(target: Element, event: KeyboardEvent): void {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (isPlain && Array.from(event.key).length === 1 && isText(target)) insert(target, event.key)
  else if (isPlain) defaults[event.key]?.(target, event)
  else if (event.key.toLowerCase() === 'a' && isText(target)) document.execCommand('selectAll')
}

/** A copy of a key that was held back. */
export function copyKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyboardEvent {
  const held = { ctrlKey, metaKey, altKey, shiftKey }
  return new KeyboardEvent('keydown', { key, code, ...held, bubbles: true, cancelable: true, composed: true })
}

/** What a browser does after a key that no listener took. */
const defaults: Readonly<Record<string, (target: Element, event: KeyboardEvent) => void>> = {
  Backspace: (target) => isText(target) && erase(target, 'deleteContentBackward', 'delete'),
  Delete: (target) => isText(target) && erase(target, 'deleteContentForward', 'forwardDelete'),
  Enter: (target) => {
    if (target instanceof HTMLTextAreaElement) insert(target, '\n')
    else if (target instanceof HTMLInputElement) target.form?.requestSubmit()
    else if (target instanceof HTMLAnchorElement) target.click()
  },
  ' ': (target) => {
    if (target instanceof HTMLInputElement) target.click()
  },
  Tab: (target, { shiftKey }) => {
    const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [tabindex]')].filter(
      (each) => each.tabIndex >= 0 && !each.matches(':disabled, [inert] *') && each.checkVisibility(),
    )
    const next = stops[stops.findIndex((each) => each === target) + (shiftKey ? -1 : 1)]
    next?.focus()
    if (next instanceof HTMLInputElement) next.select()
  },
}

function isText(target: Element): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}

/** Types into an input as a keyboard does. A part of a date listens to what comes before the input. */
function insert(target: Element, data: string): void {
  if (isTaken(target, { inputType: 'insertText', data })) return
  document.execCommand('insertText', false, data)
}

function erase(target: Element, inputType: string, command: string): void {
  if (!isTaken(target, { inputType })) document.execCommand(command)
}

function isTaken(target: Element, init: InputEventInit): boolean {
  const isPart = target instanceof HTMLElement && target.isContentEditable
  return !target.dispatchEvent(new InputEvent('beforeinput', { ...init, bubbles: true, cancelable: true })) || isPart
}
