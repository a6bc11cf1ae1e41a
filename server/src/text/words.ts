/** What people read: one text, or a text for each language, such as `{ en: 'Loan', de: 'Ausleihe' }`. */
export type Words = string | Readonly<Record<string, string>>

/** The text in a language, or in the first one if it has none: words are in the order of `application().languages`. */
export function inLanguage(words: Words, language?: string): string {
  if (typeof words === 'string') return words
  const found = language !== undefined && Object.hasOwn(words, language) ? words[language] : undefined
  return found ?? Object.values(words)[0] ?? ''
}

/** The same words in the order of these languages. Others are left out. */
export function inOrder(words: Words, languages: readonly string[]): Words {
  if (typeof words === 'string') return words
  return Object.fromEntries(languages.flatMap((one) => (Object.hasOwn(words, one) ? [[one, words[one] ?? '']] : [])))
}
