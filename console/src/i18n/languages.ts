/** The languages of the console, each under its own name. */
export const languages = { en: 'English', fr: 'Français', de: 'Deutsch' } as const

/** The tag of a language. */
export type Language = keyof typeof languages

/** The language with this tag; null where there is none. */
export function findLanguage(tag: string | null): Language | null {
  return tag !== null && Object.hasOwn(languages, tag) ? (tag as Language) : null
}

/** The language that was chosen, or else the first that the browser asks for; English where there is none of them. */
export function chooseLanguage(chosen: Language | null, asked: readonly string[]): Language {
  return chosen ?? asked.map((tag) => findLanguage(baseOf(tag))).find((found) => found !== null) ?? 'en'
}

/** The language with the region that the browser names, such as `de-AT` for `de`: dates are written as there. */
export function toLocale(language: string, asked: readonly string[]): string {
  return asked.find((tag) => baseOf(tag) === language) ?? language
}

function baseOf(tag: string): string {
  return tag.split('-')[0] ?? tag
}
