import type { Envelope } from '../envelope/Envelope.ts'
import { mapWords } from '../model/words.ts'
import type { Rights } from '../permission/Rights.ts'
import { inLanguage } from '../text/words.ts'

/** Who reads a description. */
export interface Reader {
  readonly rights: Rights
  /** The language of the request; `*`: all languages, as they are declared; absent if there are none. */
  readonly language?: string | undefined
}

/** A description with its words in the language of the reader. */
export function toReadable<T extends object>(described: T, language: string | undefined): T {
  return language === '*' ? described : mapWords(described, (words) => inLanguage(words, language))
}

/** An answer of which caches keep one for each language, if there are languages. */
export function byLanguage(envelope: Envelope, language: string | undefined): Envelope {
  return language === undefined ? envelope : { ...envelope, byLanguage: true }
}
