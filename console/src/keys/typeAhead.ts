/** What was typed while something that takes it was not there yet. */
export interface TypedAhead {
  readonly text: string
  /** Whether Enter came behind it. */
  readonly isEntered: boolean
}

/** Nothing was typed yet. */
export const nothingTyped: TypedAhead = { text: '', isEntered: false }

/** What was typed, with one more key; undefined if the key is no text and means something else. */
export function typeAhead({ text, isEntered }: TypedAhead, key: string): TypedAhead | undefined {
  if (key === 'Enter') return { text, isEntered: true }
  if (key === 'Backspace') return { text: Array.from(text).slice(0, -1).join(''), isEntered: false }
  // A letter is one character, though not always one unit of its text; other keys have names.
  return Array.from(key).length === 1 ? { text: text + key, isEntered } : undefined
}
