import { en } from './en/en.ts'
import type { Language } from './languages.ts'
import type { Words } from './Words.ts'

/** English is there from the beginning, as the language to fall back on. The others are files of their own. */
const loaders: Readonly<Record<Language, () => Promise<Words>>> = {
  en: () => Promise.resolve(en),
  fr: () => import('./fr/fr.ts').then((file) => file.fr),
  de: () => import('./de/de.ts').then((file) => file.de),
}

/** The words of a language. */
export function loadWords(language: Language): Promise<Words> {
  return loaders[language]()
}
