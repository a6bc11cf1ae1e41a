/** A key, and what was held with it. */
export interface PressedKey {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * Whether a key belongs to the browser or to the whole console: it does with Alt, Meta or Ctrl, except for Ctrl+Home
 * and Ctrl+End.
 */
export function isShortcut({ key, altKey, ctrlKey, metaKey }: PressedKey): boolean {
  return altKey || metaKey || (ctrlKey && key !== 'Home' && key !== 'End')
}
