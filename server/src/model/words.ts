import { inLanguage, inOrder, type Words } from '../text/words.ts'

/** The members of a declaration that people read, with the most characters that they may have. */
const limits = { label: 200, plural: 200, group: 100, help: 2000, message: 300 } as const

/** The place of words in a declaration: the member, and the field, check or section whose it is. */
export interface WordsPlace {
  readonly member: string
  /** The name of the part; of a part without a name, the list and its place in it. */
  readonly part?: string
}

/**
 * Returns a copy of a model, or of what an action takes, with other words: its own ones, and those of the objects in
 * its lists (fields, relations, sections, checks …), and of an object with a message (`when`). Whatever is called
 * `label`, `plural`, `group`, `help`, `message` or `labels` there is for people, so a new kind of part needs nothing
 * here.
 */
export function mapWords<T extends object>(declared: T, change: (words: Words, place: WordsPlace) => Words): T {
  const own = mapPart(declared, change) as T
  const lists = Object.entries(own).map(([member, value]) => [
    member,
    Array.isArray(value)
      ? value.map((part, index) => mapPart(part, change, nameOf(part, member, index)))
      : isObject(value) && Object.hasOwn(value, 'message')
        ? mapPart(value, change, member)
        : value,
  ])
  return Object.fromEntries(lists)
}

/** Returns a declaration with its words in the order of the languages: the first one stands in for others. */
export function withLanguages<T extends object>(declared: T, languages: readonly string[]): T {
  return languages.length === 0 ? declared : mapWords(declared, (words) => inOrder(words, languages))
}

/**
 * Returns a model of the service with its words in the languages of the application. Where none of them is one of the
 * service's, and where the application has no languages, they are English.
 */
export function withOwnLanguages<T extends object>(declared: T, languages: readonly string[]): T {
  return mapWords(declared, (words) => {
    if (typeof words === 'string') return words
    return languages.some((one) => Object.hasOwn(words, one)) ? inOrder(words, languages) : inLanguage(words, 'en')
  })
}

/** All words of a declaration. */
export function wordsOf(declared: object): (WordsPlace & { readonly words: Words })[] {
  const found: (WordsPlace & { readonly words: Words })[] = []
  mapWords(declared, (words, place) => {
    found.push({ ...place, words })
    return words
  })
  return found
}

function mapPart(part: unknown, change: (words: Words, place: WordsPlace) => Words, name?: string): unknown {
  if (!isObject(part)) return part
  const to = (words: unknown, member: string) =>
    change(words as Words, { member, ...(name === undefined ? {} : { part: name }) })
  const entries = Object.entries(part).map(([member, value]) => {
    if (Object.hasOwn(limits, member) && value !== undefined) return [member, to(value, member)]
    if (member !== 'labels' || !isObject(value)) return [member, value]
    return [member, Object.fromEntries(Object.entries(value).map(([of, words]) => [of, to(words, `label of ${of}`)]))]
  })
  return Object.fromEntries(entries)
}

function nameOf(part: unknown, list: string, index: number): string {
  return isObject(part) && typeof part['name'] === 'string' ? part['name'] : `${list} ${index + 1}`
}

/** Whether a value is a text for people, or such texts by language. */
export function isWords(value: unknown, member: keyof typeof limits): value is Words {
  const texts = isObject(value) ? Object.values(value) : [value]
  return texts.length > 0 && texts.every((text) => isText(text, limits[member]))
}

function isText(text: unknown, most: number): boolean {
  return typeof text === 'string' && text !== '' && text.length <= most && text.isWellFormed()
}

/** Returns the mistake in the form of words that may be absent. The languages are checked by `checkLanguages`. */
export function checkWords(member: keyof typeof limits, words: unknown): string[] {
  if (words === undefined || isWords(words, member)) return []
  return [`${member} must be a text of at most ${limits[member]} characters, or such texts by language`]
}

/** Returns the mistakes in the languages of a declaration's words. All have the first, which stands in for others. */
export function checkLanguages(declared: object, languages: readonly string[]): (WordsPlace & { message: string })[] {
  return wordsOf(declared).flatMap(({ words, ...place }) =>
    findUnfit(words, languages).map((message) => ({ ...place, message: `${place.member} ${message}` })),
  )
}

function findUnfit(words: unknown, languages: readonly string[]): string[] {
  if (!isObject(words)) return []
  const [first] = languages
  if (first === undefined) return ["is by language: declare application({ languages: ['en', 'de'] }) for all models"]
  const unknown = Object.keys(words).filter((language) => !languages.includes(language))
  return [
    ...unknown.map((one) => `has ${one}: ${one} is not among the languages ${languages.join(', ')} of application()`),
    ...(Object.hasOwn(words, first) ? [] : [`needs ${first}, the first language: it stands in for others`]),
  ]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
