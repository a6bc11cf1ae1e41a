import type { FileLimits } from '../limits.ts'
import { UnreadableFile } from '../UnreadableFile.ts'
import { unescapeText } from './escapedText.ts'
import { parseWhole, type XmlHandler, type FindPlace } from './parseXml.ts'

/** Reads the texts that cells share, by their index. */
export async function readSharedStrings(
  chunks: AsyncIterable<Uint8Array>,
  part: string,
  limits: FileLimits,
): Promise<readonly string[]> {
  const strings = new SharedStrings(limits)
  await parseWhole(chunks, part, strings, limits)
  return strings.texts
}

class SharedStrings implements XmlHandler {
  readonly texts: string[] = []
  readonly #limits: FileLimits
  #text = ''
  #total = 0
  #isText = false
  /** How deep it is inside the reading aid of a text, which is not part of it. */
  #isPhonetic = false

  constructor(limits: FileLimits) {
    this.#limits = limits
  }

  open(name: string): void {
    if (name === 'si') this.#text = ''
    if (name === 'rPh') this.#isPhonetic = true
    this.#isText = name === 't' && !this.#isPhonetic
  }

  text(text: string): void {
    if (this.#isText) this.#text += text
  }

  close(name: string, place: FindPlace): void {
    this.#isText = false
    if (name === 'rPh') this.#isPhonetic = false
    if (name !== 'si') return
    const { sharedStrings, sharedText, cellText } = this.#limits
    const text = unescapeText(this.#text)
    if (text.length > cellText) throw new UnreadableFile(`A text is longer than ${cellText} characters`, place())
    this.#total += text.length
    if (this.#total > sharedText || this.texts.length >= sharedStrings)
      throw new UnreadableFile('The workbook has too much text for one file: send it as CSV', place())
    this.texts.push(text)
  }
}
