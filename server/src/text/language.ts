/** The most languages that are looked for. A longer list helps nobody, and the client would decide what it costs. */
const maxRanges = 20

/**
 * The language of an answer: the first of the `Accept-Language` header that there is, by the lookup of RFC 4647
 * (`de-AT` finds `de`), or else the first of the application. Undefined if the application declares no languages.
 */
export function lookUpLanguage(accepted: string | undefined, languages: readonly string[]): string | undefined {
  if (languages.length < 2 || accepted === undefined) return languages[0]
  for (const range of toRanges(accepted)) {
    const found = lookUpRange(range, languages)
    if (found !== undefined) return found
  }
  return languages[0]
}

/** The ranges of a header, the most wanted first. Those with the weight 0 are not wanted. */
function toRanges(header: string): string[] {
  return header
    .slice(0, 1_000)
    .split(',', maxRanges)
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const weight = parameters.find((one) => /^q=/i.test(one))?.slice(2) ?? '1'
      return range === '' || !(Number(weight) > 0) ? [] : [{ range, weight: Number(weight) }]
    })
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ range }) => range)
}

/** Shortens the range at its end until it is a language that there is. A part of one letter belongs to the next. */
function lookUpRange(range: string, languages: readonly string[]): string | undefined {
  const parts = range.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length--) {
    if (parts[length - 1]?.length === 1 && length > 1) continue
    const wanted = parts.slice(0, length).join('-')
    const found = languages.find((language) => language.toLowerCase() === wanted)
    if (found !== undefined) return found
  }
  return undefined
}
