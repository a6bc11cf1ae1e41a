/** Plain text as a pattern that means "contains". */
export function toPattern(text: string): string {
  return toPlainText(text.replaceAll(/[\\%_]/g, '\\$&'))
}

/** The plain text of a pattern; undefined if it has wildcards. */
export function fromPattern(pattern: string): string | undefined {
  const text = fromPlainText(pattern)
  return /^(?:[^\\%_]|\\[^]|\\$)*$/.test(text) ? text.replaceAll(/\\([^])/g, '$1') : undefined
}

/** Text as a value: what looks like another field of the record is written with one more `$`. */
export function toPlainText(text: string): string {
  return /^\$+record\./.test(text) ? `$${text}` : text
}

/** The text of a value that is no variable. */
export function fromPlainText(value: string): string {
  return /^\$\$+record\./.test(value) ? value.slice(1) : value
}
