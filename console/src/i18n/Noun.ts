/** What the records of a model are called: one of them, and several. */
export interface Noun {
  readonly label: string
  /** Absent where the model does not say it: then they are called records. */
  readonly plural?: string
}

/** A label inside of a sentence: in small letters, but for acronyms and names such as `SKU` or `iPad`. */
export function toSmall(label: string): string {
  return label.replace(/[\p{L}\p{N}]+/gu, (word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
}
