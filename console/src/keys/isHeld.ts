/** A key with what was held with it, as a keyboard event tells it. */
export interface HeldKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

const named = [
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'F2',
  'F8',
]

/** With Ctrl, only what means something here: the browser has its own. */
const withControl = ['a', 'k', 's', 'z', 'Enter']

/** Whether a key waits for what was opened by the key before it. Keys of the browser and of other scripts never do. */
export function isHeld({ key, ctrlKey, metaKey, altKey, isComposing }: HeldKey): boolean {
  if (isComposing) return false
  if (ctrlKey || metaKey) return !altKey && withControl.includes(key.length === 1 ? key.toLowerCase() : key)
  if (altKey) return key === 'Enter'
  // A letter is one character, though not always one unit of its text; other keys have names.
  return Array.from(key).length === 1 || named.includes(key)
}
